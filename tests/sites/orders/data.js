// What the shop starts with. Prices are in cents; dates are ISO; the newest order comes first.

export const STATES = ["New", "Packing", "On hold", "Shipped", "Cancelled"]
export const SPEEDS = [
  { name: "Standard", detail: "3–5 days" },
  { name: "Express", detail: "next day" },
  { name: "Courier", detail: "same day" },
]

// number, customer, city, placed, state, shipping, ship by, gift wrap, note, [item, quantity, unit price]
const ROWS = [
  [1041, "Yuki Aoba", "Osaka", "2026-03-20", "New", "Standard", "2026-03-27", false, "", [["Envelope set, cotton", 1, 1120]]],
  [1040, "Ines Okafor", "Lagos", "2026-03-20", "New", "Express", "2026-03-23", false, "", [["Wax seal kit", 1, 2400], ["Wall planner 2026", 3, 1580], ["A5 dotted notebook", 1, 1450]]],
  [1039, "Tomas Lind", "Uppsala", "2026-03-19", "Packing", "Express", "2026-03-24", false, "", [["Leather pen roll", 3, 3900], ["Pencil set, 12 hard to soft", 2, 2190]]],
  [1038, "Grace Hopper", "New York", "2026-03-18", "New", "Standard", "2026-03-23", false, "Call before delivery.", [["Fountain pen, fine nib", 1, 4800]]],
  [1037, "Mateo Rossi", "Turin", "2026-03-17", "New", "Standard", "2026-03-21", true, "", [["Brass ruler, 30 cm", 3, 1675], ["Wax seal kit", 1, 2400], ["A5 dotted notebook", 1, 1450]]],
  [1036, "Alan Turing", "Manchester", "2026-03-17", "New", "Standard", "2026-03-20", false, "", [["Brass ruler, 30 cm", 1, 1675]]],
  [1035, "Wei Zhang", "Chengdu", "2026-03-17", "New", "Standard", "2026-03-22", false, "", [["Leather pen roll", 1, 3900]]],
  [1034, "Katherine Johnson", "Hampton", "2026-03-17", "New", "Express", "2026-03-24", false, "", [["A5 dotted notebook", 1, 1450], ["Blue-black ink, 50 ml", 3, 1290]]],
  [1033, "Priya Natarajan", "Chennai", "2026-03-16", "New", "Express", "2026-03-19", false, "", [["Wax seal kit", 2, 2400], ["Pencil set, 12 hard to soft", 1, 2190]]],
  [1032, "Liam O'Brien", "Cork", "2026-03-16", "On hold", "Standard", "2026-03-21", false, "", [["Pencil set, 12 hard to soft", 1, 2190], ["Fountain pen, fine nib", 2, 4800]]],
  [1031, "Hedy Lamarr", "Vienna", "2026-03-15", "Packing", "Standard", "2026-03-22", false, "", [["Wall planner 2026", 1, 1580], ["Envelope set, cotton", 2, 1120]]],
  [1030, "Noor Haddad", "Amman", "2026-03-15", "Packing", "Express", "2026-03-18", false, "Call before delivery.", [["Wall planner 2026", 1, 1580]]],
  [1029, "Anders Holm", "Bergen", "2026-03-14", "On hold", "Standard", "2026-03-21", false, "", [["Calligraphy workbook", 1, 1975]]],
  [1028, "Rosalind Franklin", "London", "2026-03-14", "Packing", "Standard", "2026-03-18", true, "", [["Brass ruler, 30 cm", 1, 1675], ["Leather pen roll", 2, 3900], ["Blue-black ink, 50 ml", 1, 1290]]],
  [1027, "Camille Durand", "Lyon", "2026-03-13", "On hold", "Standard", "2026-03-17", false, "", [["Wax seal kit", 1, 2400]]],
  [1026, "Barbara Liskov", "Boston", "2026-03-13", "On hold", "Standard", "2026-03-20", false, "", [["Wall planner 2026", 3, 1580], ["Desk blotter, oak", 2, 5600], ["Wax seal kit", 1, 2400]]],
  [1025, "Jun Park", "Busan", "2026-03-12", "Packing", "Standard", "2026-03-16", false, "", [["Blue-black ink, 50 ml", 2, 1290]]],
  [1024, "Edsger Dijkstra", "Nuenen", "2026-03-11", "Shipped", "Express", "2026-03-14", false, "", [["Desk blotter, oak", 1, 5600]]],
  [1023, "Fatima Zahra", "Rabat", "2026-03-10", "On hold", "Standard", "2026-03-14", false, "", [["Desk blotter, oak", 2, 5600], ["Pencil set, 12 hard to soft", 3, 2190], ["Calligraphy workbook", 1, 1975]]],
  [1022, "Sofia Kovalevskaya", "Stockholm", "2026-03-09", "On hold", "Standard", "2026-03-14", false, "Leave with the neighbour at number 9.", [["Wax seal kit", 1, 2400], ["Leather pen roll", 2, 3900]]],
  [1021, "Daniel Mensah", "Accra", "2026-03-09", "On hold", "Standard", "2026-03-12", false, "", [["Desk blotter, oak", 3, 5600], ["Wax seal kit", 2, 2400], ["Pencil set, 12 hard to soft", 1, 2190]]],
  [1020, "Margaret Hamilton", "Paoli", "2026-03-09", "Packing", "Express", "2026-03-12", false, "", [["Wall planner 2026", 1, 1580]]],
  [1019, "Claude Shannon", "Gaylord", "2026-03-08", "Packing", "Standard", "2026-03-11", true, "", [["Fountain pen, fine nib", 1, 4800], ["Letter paper, 50 sheets", 1, 1850], ["Pencil set, 12 hard to soft", 3, 2190]]],
  [1018, "Mina Sato", "Kyoto", "2026-03-08", "Shipped", "Express", "2026-03-12", false, "", [["Fountain pen, fine nib", 2, 4800], ["Wall planner 2026", 1, 1580]]],
  [1017, "Ada Lovelace", "London", "2026-03-07", "Packing", "Standard", "2026-03-10", false, "", [["Fountain pen, fine nib", 1, 4800]]],
  [1016, "Emil Novak", "Brno", "2026-03-07", "Shipped", "Express", "2026-03-12", false, "", [["Leather pen roll", 1, 3900], ["Desk blotter, oak", 1, 5600]]],
  [1015, "Mary Jackson", "Hampton", "2026-03-06", "Shipped", "Express", "2026-03-11", false, "", [["Wall planner 2026", 1, 1580]]],
  [1014, "Elena Petrova", "Sofia", "2026-03-05", "Shipped", "Standard", "2026-03-08", false, "", [["Envelope set, cotton", 1, 1120], ["A5 dotted notebook", 3, 1450]]],
  [1013, "Dorothy Vaughan", "Kansas City", "2026-03-04", "Shipped", "Standard", "2026-03-08", false, "", [["Wax seal kit", 2, 2400]]],
  [1012, "John Backus", "Portland", "2026-03-04", "Packing", "Standard", "2026-03-09", false, "", [["Envelope set, cotton", 1, 1120], ["Wall planner 2026", 3, 1580]]],
  [1011, "Lucia Fernandez", "Sevilla", "2026-03-03", "Shipped", "Express", "2026-03-07", false, "Customer asked for an invoice by post.", [["A5 dotted notebook", 1, 1450], ["Brass ruler, 30 cm", 1, 1675], ["Leather pen roll", 1, 3900]]],
  [1010, "Donald Knuth", "Milwaukee", "2026-03-02", "Shipped", "Express", "2026-03-06", true, "", [["A5 dotted notebook", 2, 1450]]],
  [1009, "Chen Li", "Suzhou", "2026-03-02", "Shipped", "Express", "2026-03-05", false, "", [["Brass ruler, 30 cm", 3, 1675], ["A5 dotted notebook", 3, 1450], ["Leather pen roll", 3, 3900]]],
  [1008, "Frances Allen", "Peru", "2026-03-01", "Cancelled", "Express", "2026-03-08", false, "", [["Wall planner 2026", 3, 1580], ["Brass ruler, 30 cm", 2, 1675], ["Letter paper, 50 sheets", 1, 1850]]],
  [1007, "Oskar Berg", "Malmö", "2026-03-01", "Shipped", "Express", "2026-03-04", false, "", [["Blue-black ink, 50 ml", 2, 1290]]],
  [1006, "Radia Perlman", "Portsmouth", "2026-03-01", "On hold", "Courier", "2026-03-08", false, "", [["Letter paper, 50 sheets", 2, 1850]]],
  [1005, "Amara Diallo", "Dakar", "2026-03-01", "Shipped", "Express", "2026-03-05", false, "", [["Pencil set, 12 hard to soft", 1, 2190]]],
  [1004, "Niklaus Wirth", "Winterthur", "2026-02-28", "On hold", "Express", "2026-03-04", false, "", [["Blue-black ink, 50 ml", 1, 1290], ["Pencil set, 12 hard to soft", 1, 2190], ["Fountain pen, fine nib", 3, 4800]]],
  [1003, "Hannah Weiss", "Basel", "2026-02-28", "Shipped", "Standard", "2026-03-05", false, "", [["Pencil set, 12 hard to soft", 1, 2190], ["Envelope set, cotton", 1, 1120]]],
  [1002, "Tim Berners-Lee", "Oxford", "2026-02-27", "Shipped", "Courier", "2026-03-03", false, "", [["Wall planner 2026", 2, 1580]]],
  [1001, "Grace Hopper", "New York", "2026-02-27", "Packing", "Courier", "2026-03-02", true, "", [["Brass ruler, 30 cm", 2, 1675], ["Envelope set, cotton", 1, 1120], ["Calligraphy workbook", 3, 1975]]],
]

export const initialOrders = () =>
  ROWS.map(([number, customer, city, placed, state, shipping, shipBy, giftWrap, note, lines]) => ({
    number, customer, city, placed, state, shipping, shipBy, giftWrap, note,
    lines: lines.map(([item, quantity, price]) => ({ item, quantity, price })),
  }))

export const initialSettings = () => ({
  shopName: "Fernhill Paper",
  currency: "EUR",
  pageSize: 10,
  dailyDigest: true,
  theme: "auto",
})
