"""Flask: pages at /, the embed at /pagehand/."""

from pathlib import Path

from flask import Flask, Response, send_from_directory

from pagehand import embed_path

app = Flask(__name__, static_folder=Path("site").resolve(), static_url_path="/")


@app.get("/pagehand/<path:name>")
def pagehand(name: str) -> Response:
    return send_from_directory(embed_path(), name)
