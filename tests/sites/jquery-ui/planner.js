// Widgets of jquery-ui as its own documentation sets them up; nothing here is made for an agent.

const cities = ["Berlin", "Bergen", "Bern", "Lisbon", "Ljubljana", "London", "Lyon", "Madrid", "Marseille", "Oslo", "Porto", "Prague", "Turin", "Vienna", "Zagreb"]

$("#tabs").tabs()
$("#city").autocomplete({ source: cities, delay: 200, select: (event, { item }) => { trip.city = item.value } })
$("#day").datepicker({ dateFormat: "yy-mm-dd", defaultDate: "2026-03-16" })
$("#seat").selectmenu({ width: 220 })
$("#meal, #bicycle").checkboxradio()
$("#travellers").spinner({ min: 1, max: 8 })
$("#review").button().on("click", () => {
  $("#question").text(`${$("#seat").val()} class to ${trip.city ?? "nowhere"} on ${$("#day").val() || "no day"}: book it?`)
  $("#dialog").dialog("open")
})
$("#dialog").dialog({
  autoOpen: false,
  modal: true,
  buttons: {
    Book() {
      $(this).dialog("close")
      $("#summary").text(`Booked: ${$("#seat").val()} class to ${trip.city} on ${$("#day").val()}, ${$("#travellers").val()} travelling.`)
    },
    Back() {
      $(this).dialog("close")
    },
  },
})

// Only a choice from the list counts, not typed text: as in many real forms.
const trip = { city: null }
$("#city").on("input", () => { trip.city = null })
