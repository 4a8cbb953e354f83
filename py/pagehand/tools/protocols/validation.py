"""What pydantic says about parameters, in words a model can act on."""

from __future__ import annotations

from pydantic import ValidationError


def complaints(error: ValidationError) -> str:
    """Each complaint as ``field: what is wrong``."""
    return "; ".join(
        f"{'.'.join(str(part) for part in item['loc']) or 'parameters'}: {item['msg'].removeprefix('Value error, ')}"
        for item in error.errors(include_url=False, include_input=False)
    )
