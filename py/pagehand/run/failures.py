"""What ends a run from the inside, besides the model's own errors: told in the result, never raised to the host (X26)."""

from __future__ import annotations


class RunFailure(Exception):
    """The run cannot go on; ``str(failure)`` is what the user reads."""


class StepLimitError(RunFailure):
    """The task was not done within ``max_steps`` (C23, X8)."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"The task was not finished within {limit} steps.")


class DeniedAddressError(RunFailure):
    """The page is one where the host does not let the agent work."""

    def __init__(self, url: str) -> None:
        super().__init__(f"The agent may not work at {url}.")
