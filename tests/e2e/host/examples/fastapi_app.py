"""FastAPI: pages at /, the embed at /pagehand/, and the model at /llm with its key on the server."""

import os

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from pagehand import embed_path
from pagehand.proxy import proxy

app = FastAPI()
app.mount("/llm", proxy(base_url=os.environ["MODEL_URL"], model=os.environ["MODEL"], api_key=os.environ["MODEL_KEY"]))
app.mount("/pagehand", StaticFiles(directory=embed_path()))
app.mount("/", StaticFiles(directory="site", html=True))
