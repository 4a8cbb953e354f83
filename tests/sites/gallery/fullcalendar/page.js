// FullCalendar's month and week: days can be pressed, events dragged to other days.
import { Calendar } from "fullcalendar"

const state = { pressed: null, opened: null }
const calendar = new Calendar(document.getElementById("calendar"), {
  initialDate: "2026-03-10", initialView: "dayGridMonth", editable: true, height: 620, headerToolbar: { left: "prev,next today", center: "title", right: "dayGridMonth,timeGridWeek" },
  events: [{ id: "1", title: "Budget review", start: "2026-03-11" }, { id: "2", title: "Team lunch", start: "2026-03-19" }],
  dateClick({ dateStr }) { state.pressed = dateStr; document.getElementById("title").value = ""; document.getElementById("new").showModal() },
  eventClick({ event }) { state.opened = event.title; document.getElementById("details").textContent = `${event.title} on ${event.startStr}` },
})
document.getElementById("add").addEventListener("click", () => calendar.addEvent({ title: document.getElementById("title").value, start: state.pressed }))
calendar.render()
window.galleryState = () => ({ ...state, view: calendar.view.type, title: calendar.view.title, events: Object.fromEntries(calendar.getEvents().map(event => [event.title, event.startStr.slice(0, 10)])) })
