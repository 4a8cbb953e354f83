// 200 orders in AG Grid: editable, sortable, filterable, with rows drawn as they scroll into view.
import { AllCommunityModule, createGrid, ModuleRegistry } from "ag-grid-community"

ModuleRegistry.registerModules([AllCommunityModule])
const customers = ["Ada Lovelace", "Grace Hopper", "Katherine Johnson", "Radia Perlman", "Barbara Liskov"]
const rowData = Array.from({ length: 200 }, (_, i) => ({ order: 1001 + i, customer: customers[i % 5], state: ["Packing", "Late", "Shipped"][i % 3], pieces: (i * 7) % 11 + 1 }))
const grid = createGrid(document.getElementById("grid"), {
  rowData,
  defaultColDef: { flex: 1 },
  columnDefs: [
    { field: "order" },
    { field: "customer", filter: true },
    { field: "state", editable: true, cellEditor: "agSelectCellEditor", cellEditorParams: { values: ["Packing", "Late", "Shipped", "Cancelled"] } },
    { field: "pieces", editable: true, cellEditor: "agNumberCellEditor" },
  ],
  rowSelection: { mode: "multiRow" },
  getRowId: ({ data }) => String(data.order),
})
document.getElementById("filter").addEventListener("input", event => grid.setGridOption("quickFilterText", event.target.value))
document.getElementById("export").addEventListener("click", () => { document.getElementById("count").textContent = `${grid.getSelectedRows().length} chosen` })
window.galleryState = () => ({
  orders: Object.fromEntries(rowData.map(row => [row.order, row])),
  chosen: grid.getSelectedRows().map(row => row.order),
  sorted: grid.getColumnState().filter(column => column.sort).map(column => [column.colId, column.sort]),
  shown: grid.getDisplayedRowCount(),
  count: document.getElementById("count").textContent,
})
