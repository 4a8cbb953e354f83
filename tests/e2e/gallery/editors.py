"""Tasks on editors that own their model."""

from __future__ import annotations

from e2e.gallery.tasks import Task, click, fill, press

LINES = "First line\nSecond line"
APART = "First line\n\nSecond line"
EITHER = (LINES, APART)
"""Two lines, or two paragraphs: both are what was asked for."""
PROGRAM = "function twice(n) {\n  return 2 * n\n}"
YAML = "name: real\nsize: 2\nlist:\n  - a"
QUILL = (
    Task(
        "quill",
        "write two lines and publish",
        (fill("Note", LINES), click("Publish")),
        {"text": EITHER, "published": EITHER},
    ),
    Task(
        "quill",
        "replace what an editor without a toolbar holds",
        (fill("Answer", "New answer"),),
        {"answer": "New answer"},
    ),
    Task(
        "quill",
        "make all of it bold",
        (fill("Note", "Loud"), press("Control+a", "Note"), click("bold")),
        {"delta.0": {"insert": "Loud", "attributes": {"bold": True}}},
    ),
    Task("quill", "clear it", (fill("Answer", "Something"), fill("Answer", "")), {"answer": ""}),
)
TINYMCE = (
    Task(
        "tinymce",
        "replace the letter and send it",
        (fill("Rich Text Area", LINES), click("Send letter")),
        {"sent": EITHER},
    ),
    Task(
        "tinymce",
        "undo from the toolbar",
        (fill("Rich Text Area", "Mistake"), click("Undo", "button")),
        {"undone": True, "mistaken": False},
    ),
    Task(
        "tinymce",
        "select all from the menu, then a list",
        (fill("Rich Text Area", "Item"), click("Edit"), click("Select all"), click("Bullet list")),
        {"html": "<ul>\n<li>Item</li>\n</ul>"},
    ),
    Task(
        "tinymce",
        "make all of it bold",
        (fill("Rich Text Area", "Loud"), press("Control+a", "Rich Text Area"), click("Bold")),
        {"text": "Loud", "loud": True},
    ),
)
CODEMIRROR_5 = (
    Task(
        "codemirror5",
        "replace the code and run it",
        (fill("Code", PROGRAM), click("Run")),
        {"code": PROGRAM, "ran": PROGRAM},
    ),
    Task(
        "codemirror5",
        "replace a file of 400 lines",
        (fill("Long file editor", "// only line"),),
        {"long": "// only line", "length": 1},
    ),
    Task("codemirror5", "select all and delete with keys", (press("Control+a", "Code"), press("Delete")), {"code": ""}),
)
CODEMIRROR_6 = (
    Task(
        "codemirror6",
        "replace the query and run it",
        (fill("Query", PROGRAM), click("Run query")),
        {"query": PROGRAM, "ran": PROGRAM},
    ),
    Task("codemirror6", "write into an empty one", (fill("Expression", "a + b"),), {"line": "a + b"}),
    Task(
        "codemirror6", "select all and delete with keys", (press("Control+a", "Query"), press("Delete")), {"query": ""}
    ),
)
MONACO = (
    Task(
        "monaco",
        "replace the text and save it",
        (fill("Configuration", YAML), click("Save configuration")),
        {"text": YAML, "saved": YAML},
    ),
    Task("monaco", "clear it", (fill("Configuration", "gone: soon"), fill("Configuration", "")), {"text": ""}),
    Task(
        "monaco",
        "select all and delete with keys",
        (fill("Configuration", "gone: soon"), press("Control+a"), press("Delete")),
        {"text": ""},
    ),
)
TIPTAP = (
    Task(
        "tiptap",
        "replace the draft and publish",
        (fill("Article", "One paragraph"), click("Publish article")),
        {"published": "One paragraph"},
    ),
    Task("tiptap", "write two paragraphs", (fill("Article", LINES),), {"text": EITHER}),
    Task(
        "tiptap",
        "make it a heading",
        (fill("Article", "Title"), click("Heading", "button")),
        {"first": {"type": "heading", "text": "Title", "bold": False}},
    ),
    Task(
        "tiptap",
        "make all of it bold",
        (fill("Article", "Loud"), press("Control+a", "Article"), click("Bold")),
        {"first.text": "Loud", "first.bold": True},
    ),
)
LEXICAL = (
    Task(
        "lexical",
        "write a post and publish it",
        (fill("Post", "Hello world"), click("Publish post")),
        {"published": "Hello world"},
    ),
    Task(
        "lexical",
        "replace it",
        (fill("Post", "First thought"), fill("Post", "Second thought")),
        {"text": "Second thought"},
    ),
    Task(
        "lexical",
        "make all of it bold",
        (fill("Post", "Loud"), press("Control+a", "Post"), click("Bold")),
        {"text": "Loud", "formats": [True]},
    ),
    Task("lexical", "clear it", (fill("Post", "Something"), fill("Post", "")), {"text": ""}),
)
TASKS = (*QUILL, *TINYMCE, *CODEMIRROR_5, *CODEMIRROR_6, *MONACO, *TIPTAP, *LEXICAL)
