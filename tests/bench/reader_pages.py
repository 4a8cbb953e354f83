"""The pages of the reader's bench, each with the truth beside it: selectors of what a user can act on, never seen by a reader."""

from __future__ import annotations

from dataclasses import dataclass

STYLE = "<style>body{font:14px sans-serif;margin:8px}.row{padding:4px;display:flex;gap:12px}td,th{padding:4px}</style>"


@dataclass(frozen=True)
class BenchPage:
    """``truth`` is a selector list, or empty for galleries, whose truth is taken over CDP (X34)."""

    name: str
    html: str
    truth: str
    modes: tuple[str, ...] = ("viewport", "page")


def document(title: str, body: str, head: str = "") -> str:
    return f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{STYLE}{head}</head><body>{body}</body></html>'


def rows(elements: int) -> str:
    """A list of orders; six elements a row."""
    row = (
        '<div class="row"><span>#{i}</span><span>Customer {i}</span><a href="#o{i}">Open</a>'
        "<button>Ship {i}</button><em>Late</em></div>"
    )
    return document("Rows", "<main><h1>Rows</h1>" + "".join(row.format(i=i) for i in range(elements // 6)) + "</main>")


def admin() -> str:
    head = "<tr><th>Order</th><th>Client</th><th>State</th><th>Total</th><th>Act</th></tr>"
    row = (
        "<tr><td>#{n}</td><td>Client {i}</td><td>{state}</td><td>{i}.00</td>"
        '<td><button aria-label="Ship order {n}">Ship</button> <a href="/orders/{n}">Open</a></td></tr>'
    )
    body = "".join(row.format(i=i, n=4400 + i, state=("Late", "Packing", "Sent")[i % 3]) for i in range(50))
    tools = '<input type="search" placeholder="Find an order"><select><option>All</option><option>Late</option></select><button>Export</button>'
    return document("Admin", f"<h1>Open orders</h1>{tools}<table><thead>{head}</thead><tbody>{body}</tbody></table>")


def documentation() -> str:
    paragraph = (
        '<p>Paragraph {i} says what the option <code>size{i}</code> does, and where it is told in full: see <a href="/ref/{i}">its own page</a>, '
        "which also shows how the value is chosen when none is given and what happens to old files.</p>"
    )
    return document("Docs", "<main><h1>Options</h1>" + "".join(paragraph.format(i=i) for i in range(50)) + "</main>")


def clickable_divs() -> str:
    item = '<div class="item" style="cursor:pointer;padding:6px"><span>Task {i}</span> <small>due in {i} days</small></div>'
    return document("Tasks", "<h1>Tasks</h1>" + "".join(item.format(i=i) for i in range(60)))


def shop() -> str:
    card = '<div class="card"><h3>Lamp {i}</h3><p>{i}.00</p><button>Add to cart</button></div>'
    dialog = (
        '<div role="dialog" aria-label="Sign in" style="position:fixed;inset:0;background:rgba(0,0,0,.4)"><div style="background:#fff;margin:80px auto;'
        'width:320px;padding:16px"><h2>Sign in</h2><label>Mail <input type="email"></label><label>Password <input type="password" value="x1"></label>'
        '<label><input type="checkbox"> Stay</label><button>Sign in</button><a href="/new">New here?</a></div></div>'
    )
    return document(
        "Shop",
        '<nav><a href="/">Home</a><a href="/sale">Sale</a></nav>'
        + "".join(card.format(i=i) for i in range(24))
        + dialog,
    )


REACT = '<script src="/npm/react/umd/react.production.min.js"></script><script src="/npm/react-dom/umd/react-dom.production.min.js"></script>'


def antd() -> str:
    head = REACT + '<script src="/npm/dayjs/dayjs.min.js"></script><script src="/npm/antd/dist/antd.min.js"></script>'
    script = """<script>
const h = React.createElement, {Button, Input, Select, Checkbox, Radio, Switch, Slider, Tabs, DatePicker, Pagination, Rate, Collapse, Menu, Table, Tag, InputNumber} = antd
ReactDOM.createRoot(document.getElementById('root')).render(h('div', null,
 h(Menu, {mode: 'horizontal', items: [{key: 'a', label: 'Orders'}, {key: 'b', label: 'Clients'}]}),
 h(Button, {type: 'primary', onClick() {}}, 'Save'), h(Button, {danger: true, disabled: true}, 'Delete'), h(Input, {placeholder: 'Name'}), h(InputNumber, {defaultValue: 3}),
 h(Select, {defaultValue: 'fr', style: {width: 160}, options: [{value: 'fr', label: 'France'}, {value: 'de', label: 'Germany'}]}),
 h(Checkbox, null, 'Gift wrap'), h(Radio.Group, {options: ['Post', 'Pick up'], defaultValue: 'Post'}), h(Switch, {'aria-label': 'Dark'}), h(Slider, {defaultValue: 30}),
 h(DatePicker), h(Rate, {defaultValue: 2}), h(Tag, {closable: true}, 'Late'), h(Tabs, {items: [{key: '1', label: 'One', children: 'First tab'}, {key: '2', label: 'Two'}]}),
 h(Collapse, {items: [{key: '1', label: 'More', children: 'Hidden words'}]}), h(Pagination, {total: 50}),
 h(Table, {columns: [{title: 'Order', dataIndex: 'o', sorter: true}, {title: 'State', dataIndex: 's'}], dataSource: [{key: 1, o: 4472, s: 'Late'}, {key: 2, o: 4473, s: 'Sent'}], rowSelection: {}})))
</script>"""
    return document("antd", f'<div id="root"></div>{script}', head)


def mui() -> str:
    head = REACT + '<script src="/npm/@mui/material/umd/material-ui.production.min.js"></script>'
    script = """<script>
const h = React.createElement, {Button, TextField, Checkbox, FormControlLabel, Switch, Slider, Tabs, Tab, Select, MenuItem, Radio, RadioGroup, Rating, Chip, Accordion, AccordionSummary, AccordionDetails, Pagination, IconButton, Link} = MaterialUI
ReactDOM.createRoot(document.getElementById('root')).render(h('div', null,
 h(Button, {variant: 'contained', onClick() {}}, 'Save'), h(TextField, {label: 'Name'}), h(FormControlLabel, {control: h(Checkbox), label: 'Gift wrap'}), h(FormControlLabel, {control: h(Switch), label: 'Dark'}),
 h(Slider, {defaultValue: 30, 'aria-label': 'Volume'}), h(Tabs, {value: 0}, h(Tab, {label: 'One'}), h(Tab, {label: 'Two'})), h(Select, {value: 'fr'}, h(MenuItem, {value: 'fr'}, 'France')),
 h(RadioGroup, {defaultValue: 'a'}, h(FormControlLabel, {value: 'a', control: h(Radio), label: 'Post'}), h(FormControlLabel, {value: 'b', control: h(Radio), label: 'Pick up'})),
 h(Chip, {label: 'Late', onClick() {}, onDelete() {}}), h(Pagination, {count: 5}), h(IconButton, {'aria-label': 'Delete'}, 'x'), h(Link, {href: '/x'}, 'Terms')))
</script>"""
    return document("MUI", f'<div id="root"></div>{script}', head)


def element_plus() -> str:
    head = '<link rel="stylesheet" href="/npm/element-plus/dist/index.css"><script src="/npm/vue/dist/vue.global.prod.js"></script><script src="/npm/element-plus/dist/index.full.min.js"></script>'
    script = """<script>
Vue.createApp({data: () => ({n: '', c: true, r: 'a', s: false, v: 30, sel: 'fr', tab: '1', rate: 2, num: 1})}).use(ElementPlus).mount('#root')
</script>"""
    body = """<div id="root"><el-button type="primary" @click="n = 'x'">Save</el-button><el-input v-model="n" placeholder="Name"></el-input><el-checkbox v-model="c">Gift wrap</el-checkbox>
<el-radio-group v-model="r"><el-radio value="a">Post</el-radio><el-radio value="b">Pick up</el-radio></el-radio-group><el-switch v-model="s"></el-switch><el-slider v-model="v"></el-slider>
<el-select v-model="sel" style="width:160px"><el-option value="fr" label="France"></el-option><el-option value="de" label="Germany"></el-option></el-select><el-input-number v-model="num"></el-input-number>
<el-rate v-model="rate"></el-rate><el-tabs v-model="tab"><el-tab-pane label="One" name="1">First tab</el-tab-pane><el-tab-pane label="Two" name="2">Second</el-tab-pane></el-tabs>
<el-collapse><el-collapse-item title="More" name="1">Hidden words</el-collapse-item></el-collapse><el-pagination :total="50" layout="prev, pager, next"></el-pagination><el-tag closable>Late</el-tag></div>"""
    return document("element-plus", body + script, head)


def shoelace() -> str:
    head = '<link rel="stylesheet" href="/npm/@shoelace-style/shoelace/cdn/themes/light.css"><script type="module" src="/npm/@shoelace-style/shoelace/cdn/shoelace.js"></script>'
    body = """<sl-button variant="primary">Save</sl-button><sl-input label="Name" placeholder="Full name"></sl-input><sl-checkbox>Gift wrap</sl-checkbox><sl-switch>Dark</sl-switch>
<sl-radio-group label="Delivery" value="a"><sl-radio value="a">Post</sl-radio><sl-radio value="b">Pick up</sl-radio></sl-radio-group><sl-range label="Volume"></sl-range>
<sl-select label="Country" value="fr"><sl-option value="fr">France</sl-option><sl-option value="de">Germany</sl-option></sl-select><sl-rating></sl-rating>
<sl-tab-group><sl-tab slot="nav" panel="one">One</sl-tab><sl-tab slot="nav" panel="two">Two</sl-tab><sl-tab-panel name="one">First tab</sl-tab-panel></sl-tab-group>
<sl-details summary="More">Hidden words</sl-details><sl-tag removable>Late</sl-tag><sl-textarea label="Note"></sl-textarea>"""
    return document("shoelace", body, head)


PAGES = [
    BenchPage("rows-900", rows(900), "a, button"),
    BenchPage("rows-9000", rows(9_000), "a, button"),
    BenchPage("rows-45000", rows(45_000), "a, button"),
    BenchPage("rows-180000", rows(180_000), "a, button", ("viewport",)),
    BenchPage("admin", admin(), "a, button, input, select"),
    BenchPage("docs", documentation(), "a"),
    BenchPage("divs", clickable_divs(), ".item"),
    BenchPage("shop", shop(), "[role=dialog] input, [role=dialog] button, [role=dialog] a"),
    BenchPage("antd", antd(), ""),
    BenchPage("mui", mui(), ""),
    BenchPage("element-plus", element_plus(), ""),
    BenchPage("shoelace", shoelace(), ""),
]
