// An account page of MUI 5 with controlled inputs.
import { Accordion, AccordionDetails, AccordionSummary, Autocomplete, Button, Checkbox, Chip, Dialog, DialogActions, DialogContent, DialogTitle, FormControl, FormControlLabel, FormLabel, InputLabel, Menu, MenuItem, Radio, RadioGroup, Select, Slider, Stack, Switch, Tab, Tabs, TextField } from "@mui/material"
import React, { useState } from "react"
import { createRoot } from "react-dom/client"

const state = { name: "", role: "viewer", skills: [], city: null, plan: "free", volume: 30, mail: false, tab: 0, saved: null, deleted: false, moved: null, chips: ["Python", "Rust"] }
window.galleryState = () => state
const cities = ["Bergen", "Berlin", "Bern", "Lisbon", "London", "Lyon", "Oslo", "Porto", "Vienna"]

function Account() {
  const [, redraw] = useState(0)
  const [dialog, setDialog] = useState(false)
  const [anchor, setAnchor] = useState(null)
  const put = (key, value) => { state[key] = value; redraw(n => n + 1) }
  return (
    <Stack spacing={2}>
      <h1>Account</h1>
      <TextField label="Display name" value={state.name} onChange={event => put("name", event.target.value)} />
      <FormControl><InputLabel id="role">Role</InputLabel>
        <Select labelId="role" label="Role" value={state.role} onChange={event => put("role", event.target.value)}>
          <MenuItem value="viewer">Viewer</MenuItem><MenuItem value="editor">Editor</MenuItem><MenuItem value="owner">Owner</MenuItem>
        </Select></FormControl>
      <FormControl><InputLabel id="skills">Skills</InputLabel>
        <Select multiple labelId="skills" label="Skills" value={state.skills} onChange={event => put("skills", event.target.value)}>
          {["Design", "Sales", "Writing"].map(each => <MenuItem key={each} value={each}>{each}</MenuItem>)}
        </Select></FormControl>
      <Autocomplete options={cities} value={state.city} onChange={(_, value) => put("city", value)} renderInput={input => <TextField {...input} label="Home city" />} />
      <FormControl><FormLabel id="plan">Plan</FormLabel>
        <RadioGroup row aria-labelledby="plan" value={state.plan} onChange={event => put("plan", event.target.value)}>
          <FormControlLabel value="free" control={<Radio />} label="Free" /><FormControlLabel value="team" control={<Radio />} label="Team" />
        </RadioGroup></FormControl>
      <FormControlLabel control={<Switch checked={state.mail} onChange={event => put("mail", event.target.checked)} />} label="Weekly mail" />
      <Slider aria-label="Volume" value={state.volume} onChange={(_, value) => put("volume", value)} />
      <Stack direction="row" spacing={1}>{state.chips.map(chip => <Chip key={chip} label={chip} onDelete={() => put("chips", state.chips.filter(each => each !== chip))} deleteIcon={<button aria-label={`Remove ${chip}`}>×</button>} />)}</Stack>
      <Accordion><AccordionSummary>Advanced</AccordionSummary><AccordionDetails><FormControlLabel control={<Checkbox onChange={event => put("beta", event.target.checked)} />} label="Beta features" /></AccordionDetails></Accordion>
      <Tabs value={state.tab} onChange={(_, tab) => put("tab", tab)}><Tab label="Overview" /><Tab label="Billing" /></Tabs>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" disabled={!state.name} onClick={() => put("saved", state.name)}>Save account</Button>
        <Button onClick={event => setAnchor(event.currentTarget)}>More actions</Button>
        <Button color="error" onClick={() => setDialog(true)}>Delete account</Button>
      </Stack>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {["Archive", "Transfer"].map(each => <MenuItem key={each} onClick={() => { setAnchor(null); put("moved", each) }}>{each}</MenuItem>)}
      </Menu>
      <Dialog open={dialog} onClose={() => setDialog(false)}>
        <DialogTitle>Delete the account?</DialogTitle>
        <DialogContent><TextField margin="dense" label="Type DELETE" value={state.word ?? ""} onChange={event => put("word", event.target.value)} /></DialogContent>
        <DialogActions><Button onClick={() => setDialog(false)}>Keep it</Button>
          <Button disabled={state.word !== "DELETE"} onClick={() => { setDialog(false); put("deleted", true) }}>Delete for good</Button></DialogActions>
      </Dialog>
    </Stack>
  )
}
createRoot(document.getElementById("root")).render(<Account />)
