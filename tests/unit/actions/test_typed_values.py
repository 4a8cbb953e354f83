"""Values of typed inputs in their wire format (page-shapes 11), and what counts as the same text (row 17)."""

import pytest

from pagehand.actions.typed_values import holds_same, to_wire


@pytest.mark.parametrize(
    ("kind", "text", "wire"),
    [
        ("date", "2026-03-05", "2026-03-05"),
        ("date", "20260305", "2026-03-05"),
        *(
            ("time", "下午2:30", "14:30"),
            ("time", "14.30", "14:30"),
            ("time", "1430", "14:30"),
            ("time", "14h30", "14:30"),
        ),
        *(("time", "noon", "12:00"), ("time", "14点30分", "14:30"), ("time", "2.30 pm", "14:30")),
        ("datetime-local", "2026年3月5日 下午3点", "2026-03-05T15:00"),
        *(("number", "1.234,56", "1234.56"), ("number", "$1,234.50", "1234.50"), ("number", "12 %", "12")),
        *(("number", "1'234.5", "1234.5"), ("number", "1.234.567", "1234567"), ("number", "1.234", "1.234")),
        ("date", "5 March 2026", "2026-03-05"),
        ("date", "March 5th, 2026", "2026-03-05"),
        ("date", "25/12/2026", "2026-12-25"),
        ("date", "12/25/2026", "2026-12-25"),
        ("date", "05.03.2026", "2026-03-05"),
        ("date", "2026年3月5日", "2026-03-05"),
        ("time", "3:30 pm", "15:30"),
        ("time", "12:05 AM", "00:05"),
        ("time", "9am", "09:00"),
        ("datetime-local", "2026-03-05 14:30", "2026-03-05T14:30"),
        ("datetime-local", "5 March 2026, 9:05 pm", "2026-03-05T21:05"),
        ("month", "March 2026", "2026-03"),
        ("month", "03/2026", "2026-03"),
        ("week", "week 7 of 2026", "2026-W07"),
        ("week", "2026-02-10", "2026-W07"),
        ("color", "#ABC", "#aabbcc"),
        ("color", "rgb(255, 0, 10)", "#ff000a"),
        ("number", "1,234.5", "1234.5"),
        ("number", "3,5", "3.5"),
        ("number", "\u22124", "-4"),
        ("number", "", ""),
        ("range", "7", "7"),
    ],
)
def test_row_11_wire_format(kind, text, wire):
    assert to_wire(kind, text).value == wire
    assert to_wire(kind, text).problem is None


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(("date", "3/5/2026"), ("date", "31 February 2026"), ("date", "soon"), ("time", "25:00"), ("time", "13 pm")),
        *(("month", "2026-13"), ("week", "2026-W54"), ("color", "reddish"), ("number", "abc"), ("number", "1.2.3")),
    ],
)
def test_row_11_what_a_control_cannot_hold_has_a_reason(kind, text):
    assert to_wire(kind, text).value == ""
    assert to_wire(kind, text).problem


@pytest.mark.parametrize(
    ("asked", "shown", "same"),
    [
        ("5551234567", "(555) 123-4567", True),
        *(("70", "70 kg", True), ("12", "EUR 12.00", True), ("70", "71 kg", False), ("7", "7 of 9 days", False)),
        ("1234", "1,234.00", True),
        ("hello", "HELLO", True),
        ("(123) 456", "123-456", True),
        ("https://a.example", "https://aexample", False),
        ("1.5", "15", False),
        ("-5", "5", False),
        ("abc", "abcd", False),
        ("abc", "ab", False),
        ("hello", "", False),
        ("a b", "ab", True),
    ],
)
def test_row_17_a_lost_character_is_not_the_same(asked, shown, same):
    assert holds_same(asked, shown) is same
