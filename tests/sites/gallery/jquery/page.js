// jquery-ui, select2 and flatpickr on one form, each as its documentation sets it up.
import "./globals.js"
import "jquery-ui/dist/jquery-ui.js"
import "jquery-ui/dist/themes/base/jquery-ui.css"
import flatpickr from "flatpickr"
import "flatpickr/dist/flatpickr.css"
import select2 from "select2"
import "select2/dist/css/select2.css"

select2(window, $)
const state = { country: null, interests: [], departure: "", stay: [], birthday: "", airport: null, class: "Second", budget: 500, stops: ["Ghent", "Lille", "Rouen", "Tours"], bag: [], sent: false }
window.galleryState = () => state

$("#country").select2({ placeholder: "Choose a country", data: ["", "Austria", "Belgium", "Denmark", "France", "Germany", "Italy", "Norway", "Portugal", "Spain"].map(text => ({ id: text, text })) })
  .on("change", () => { state.country = $("#country").val() })
$("#interests").select2().on("change", () => { state.interests = $("#interests").val() })
flatpickr("#departure", { defaultDate: "2026-03-10", dateFormat: "Y-m-d", onChange: (_, text) => { state.departure = text } })
flatpickr("#stay", { mode: "range", dateFormat: "Y-m-d", now: "2026-03-01", onChange: days => { state.stay = days.map(day => flatpickr.formatDate(day, "Y-m-d")) } })
  .jumpToDate("2026-03-01")
$("#birthday").datepicker({ dateFormat: "yy-mm-dd", defaultDate: "1990-05-02", changeMonth: true, changeYear: true, yearRange: "1960:2010", onSelect: text => { state.birthday = text } })
$("#airport").autocomplete({ delay: 300, source: ["Bergen", "Berlin", "Bern", "Lisbon", "London"], select: (_, { item }) => { state.airport = item.value } })
$("#class").selectmenu({ width: 220, change: (_, { item }) => { state.class = item.value } })
$("#budget").slider({ min: 0, max: 2000, step: 100, value: 500, change: (_, { value }) => { state.budget = value } }).find(".ui-slider-handle").attr({ role: "slider", "aria-labelledby": "budget-name" })
$("#stops").sortable({ update: () => { state.stops = $("#stops li").get().map(item => item.textContent) } })
$("#map").draggable({ revert: "invalid" })
$("#bag").droppable({ drop: (_, { draggable }) => { state.bag.push(draggable.text()) } })
$("#send").button().on("click", () => $("#confirm").dialog("open"))
$("#confirm").dialog({ autoOpen: false, modal: true, buttons: { "Send now"() { state.sent = true; $(this).dialog("close") }, Back() { $(this).dialog("close") } } })
