"""The gallery finds its targets by name in both products' texts."""

from __future__ import annotations

from e2e.gallery.page_text import entries, find

OURS = """# Orders
[1]<input placeholder="Full name" required>
City [2]<input role=combobox value=Be expanded>
Country
*↓[3]<div role=combobox haspopup=listbox>France
[4]<label type=checkbox checked>Gift wrap
<table 2 rows>
	#1 | Ines | [6]<button aria-label="Ship order 1">Ship [7]<button>Remove
	#2 | Tomas | [8]<button aria-label="Ship order 2">Ship [9]<button>Remove"""
PEER = """*[3]<span id=chip-all>All />
Tomas Lind
*[6]<button aria-label=Ship order 4472>Ship />
*[9]<input name=nm placeholder=Full name of guest /... id=nm />
*[14]<label >Gift wrap />
	*[15]<input type=checkbox checked=true />"""


def test_names_in_our_format():
    assert [entry.number for entry in entries(OURS)] == [1, 2, 3, 4, 6, 7, 8, 9]
    assert find(OURS, "Full name") == 1
    assert find(OURS, "City") == 2
    assert find(OURS, "Country") == 3
    assert find(OURS, "Gift wrap", kind="checkbox") == 4
    assert find(OURS, "Ship order 2") == 8
    assert find(OURS, "Remove", after="Tomas") == 9
    assert find(OURS, "Remove") == 7
    assert find(OURS, "France", kind="button") is None


def test_names_in_page_agents_format():
    assert find(PEER, "All") == 3
    assert find(PEER, "Ship order 4472", kind="button") == 6
    assert find(PEER, "Gift wrap") == 14
    assert find(PEER, "Ship", after="Tomas Lind") == 6


def test_a_text_after_an_unnamed_label_is_its_name_and_not_that_of_the_next_button():
    page = "*[20]<label  />\nTerms read\n*[21]<label  />\nContact me\n*[22]<button>Send />\nYour name\n*[23]<input id=input />"
    assert [find(page, name) for name in ("Terms read", "Contact me", "Send", "Your name")] == [20, 21, 22, 23]


def test_what_is_not_there():
    assert find(OURS, "Nowhere") is None
    assert find(OURS, "Remove", after="Nobody") is None
