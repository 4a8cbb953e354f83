// A shipment form of antd's own widgets, set up as its documentation does.
import { App, Button, Cascader, Checkbox, DatePicker, Form, Input, InputNumber, Modal, Popconfirm, Radio, Select, Slider, Switch, Table, Tabs } from "antd"
import React, { useState } from "react"
import { createRoot } from "react-dom/client"

const countries = ["Austria", "Belgium", "Denmark", "France", "Germany", "Italy", "Japan", "Norway", "Portugal", "Spain", "Sweden", "Turkey"]
const state = { submitted: null, values: {}, parcels: ["Lamp", "Desk", "Chair"], removed: [], sorted: null, tab: "form" }
window.galleryState = () => state

function Shipment() {
  const [form] = Form.useForm()
  return (
    <Form form={form} labelCol={{ span: 6 }} wrapperCol={{ span: 14 }} initialValues={{ speed: "Post", pieces: 1, weight: 20 }}
      onValuesChange={(_, values) => { state.values = plain(values) }} onFinish={values => { state.submitted = plain(values) }}>
      <Form.Item name="recipient" label="Recipient" rules={[{ required: true }]}><Input placeholder="Full name" /></Form.Item>
      <Form.Item name="country" label="Country" rules={[{ required: true }]}>
        <Select showSearch placeholder="Choose a country" options={countries.map(value => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="labels" label="Labels">
        <Select mode="multiple" placeholder="Any labels" options={["Fragile", "Heavy", "Cold", "Urgent"].map(value => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="day" label="Pick-up day"><DatePicker /></Form.Item>
      <Form.Item name="place" label="Place">
        <Cascader placeholder="Hall and shelf" options={["North", "South"].map(hall => ({ value: hall, label: `Hall ${hall}`, children: [1, 2, 3].map(n => ({ value: n, label: `Shelf ${hall[0]}${n}` })) }))} />
      </Form.Item>
      <Form.Item name="speed" label="Speed"><Radio.Group options={["Post", "Express", "Pick up"]} /></Form.Item>
      <Form.Item name="pieces" label="Pieces"><InputNumber min={1} max={20} /></Form.Item>
      <Form.Item name="weight" label="Weight"><Slider max={50} /></Form.Item>
      <Form.Item name="insured" label="Insured" valuePropName="checked"><Switch /></Form.Item>
      <Form.Item name="terms" valuePropName="checked" wrapperCol={{ offset: 6 }}><Checkbox>I have read the terms</Checkbox></Form.Item>
      <Form.Item wrapperCol={{ offset: 6 }}><Button type="primary" htmlType="submit">Send shipment</Button></Form.Item>
    </Form>
  )
}

function Parcels() {
  const [parcels, setParcels] = useState(state.parcels)
  const [renaming, rename] = useState(null)
  const keep = next => { state.parcels = next; setParcels(next) }
  return (
    <>
      <Table rowKey="name" pagination={false} dataSource={parcels.map(name => ({ name, length: name.length }))}
        onChange={(_pages, _filters, sorter) => { state.sorted = [sorter.field, sorter.order ?? null] }}
        columns={[
          { title: "Parcel", dataIndex: "name", sorter: (a, b) => a.name.localeCompare(b.name) },
          { title: "", render: (_, { name }) => (
            <>
              <Button onClick={() => rename({ name, to: name })}>Rename</Button>{" "}
              <Popconfirm title="Delete this parcel?" okText="Delete it" onConfirm={() => { state.removed.push(name); keep(parcels.filter(each => each !== name)) }}><Button danger>Remove</Button></Popconfirm>
            </>
          ) },
        ]} />
      <Modal title="Rename parcel" open={renaming !== null} okText="Rename it" onCancel={() => rename(null)}
        onOk={() => { keep(parcels.map(each => (each === renaming.name ? renaming.to : each))); rename(null) }}>
        <Input aria-label="New name" value={renaming?.to ?? ""} onChange={event => rename({ ...renaming, to: event.target.value })} />
      </Modal>
    </>
  )
}

const plain = values => JSON.parse(JSON.stringify({ ...values, day: values.day?.format("YYYY-MM-DD") }))
createRoot(document.getElementById("root")).render(
  <App>
    <Tabs onChange={key => { state.tab = key }} items={[{ key: "form", label: "Shipment", children: <Shipment /> }, { key: "parcels", label: "Parcels", children: <Parcels /> }]} />
  </App>,
)
