// A booking form in Vue with element-plus; the template is in the page.
import ElementPlus, { ElMessageBox } from "element-plus"
import "element-plus/dist/index.css"
import { createApp } from "vue"

const form = { guest: "", city: "", arrival: "", room: "single", extras: [], floor: [], nights: 1, late: false, rating: 0 }
const floors = ["East", "West"].map(wing => ({ value: wing, label: `${wing} wing`, children: [1, 2, 3].map(n => ({ value: n, label: `${wing} floor ${n}` })) }))
const app = createApp({
  data: () => ({ form, booked: null, dropped: false, floors, cities: ["Bergen", "Berlin", "Bern", "Lisbon", "London", "Lyon", "Oslo", "Porto", "Vienna"] }),
  methods: {
    book() { this.booked = { ...this.form } },
    drop() { ElMessageBox.confirm("Drop the whole booking?", "Really", { confirmButtonText: "Yes, drop it", cancelButtonText: "Keep it" }).then(() => { this.dropped = true }, () => {}) },
  },
}).use(ElementPlus).mount("#root")
window.galleryState = () => ({ form: app.form, booked: app.booked, dropped: app.dropped })
