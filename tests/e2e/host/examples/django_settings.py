"""Django: the embed among the static files; in a template ``{% static 'pagehand/pagehand.js' %}``."""

from pagehand import embed_path

INSTALLED_APPS = ["django.contrib.staticfiles"]
STATIC_URL = "static/"
STATICFILES_DIRS = [("pagehand", embed_path())]
