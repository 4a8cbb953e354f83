"""Every task of the gallery, library by library."""

from __future__ import annotations

from e2e.gallery import editors, forms, layouts
from e2e.gallery.tasks import Task

TASKS: tuple[Task, ...] = (*forms.TASKS, *editors.TASKS, *layouts.TASKS)
LIBRARIES = tuple(dict.fromkeys(task.library for task in TASKS))
LEAST_TASKS = 3
