"""What a host or a user configures about the model (C63, C64, X8). Python snake_case, JavaScript camelCase."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator
from pydantic.alias_generators import to_camel

from pagehand.llm.errors import LLMError

BUILT_IN_MODELS = ("offline", "chrome")
"""Models that need no server, so no ``baseURL`` (X8)."""

_SECRET_NAME = re.compile(r"auth|key|token|secret|password|cookie", re.I)


class LLMConfig(BaseModel):
    """Settings of one model.

    Use :func:`load_config` to read them from a host: it turns every fault into a CONFIG_ERROR that says what to do.
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
        arbitrary_types_allowed=True,
    )

    base_url: str = Field(default="", alias="baseURL", validation_alias=AliasChoices("baseURL", "baseUrl", "base_url"))
    """Address of an OpenAI-compatible API, with or without ``/chat/completions``."""
    model: str
    """The model's name as its provider spells it; ``offline`` and ``chrome`` are built in."""
    api_key: SecretStr = SecretStr("")
    """Sent as ``Authorization: Bearer``, or as ``api-key`` to Azure; empty for keyless and proxied endpoints."""
    temperature: float | None = None
    """Sent only when set (C35)."""
    max_retries: int = Field(default=2, ge=0, le=20)
    """Retries of a failed call; 2 means three calls at most (C58)."""
    timeout: float = Field(default=120.0, gt=0)
    """Seconds for one call (X8)."""
    headers: dict[str, str] = Field(default_factory=dict, repr=False)
    """Sent with every call; they win over our own."""
    query: dict[str, str] = Field(default_factory=dict, repr=False)
    """Added to the address, for example ``api-version`` of Azure."""
    transform_request_body: Callable[[dict[str, Any]], Any] | None = Field(default=None, repr=False, exclude=True)
    """Called last with the body; may change it, or return another (C36)."""
    disable_named_tool_choice: bool = False
    """Send ``tool_choice: "required"`` in place of the tool's name (D5)."""
    max_prompt_tokens: int = Field(default=60_000, ge=1_000)
    """Older history is folded so that a prompt stays below this, by a conservative estimate."""
    auth: Literal["auto", "bearer", "api-key", "none"] = "auto"
    """How the key is sent; ``auto`` sends ``api-key`` to Azure and ``Bearer`` to all others."""
    tool_calls: Literal["auto", "off"] = "auto"
    """``off`` for a model that cannot call tools: the schema then goes into the prompt (found out by itself in most cases)."""
    custom_fetch: Any = Field(default=None, repr=False, exclude=True)
    """The ``fetch`` to use; only a browser host looks at it (C64)."""

    @field_validator("base_url", "model")
    @classmethod
    def _trim(cls, value: str) -> str:
        return value.strip()

    @property
    def built_in(self) -> bool:
        return self.model in BUILT_IN_MODELS

    def secrets(self) -> list[str]:
        """Every configured value that must not appear in a message, a log or an error."""
        named = {**self.headers, **self.query}
        found = [self.api_key.get_secret_value()]
        for name, value in named.items():
            if _SECRET_NAME.search(name):
                found += [value, value.removeprefix("Bearer ").strip()]
        return [value for value in found if value]


def load_config(values: Mapping[str, Any] | LLMConfig) -> LLMConfig:
    """Check settings at once (X8), or raise a CONFIG_ERROR that names the setting and never its value."""
    if isinstance(values, LLMConfig):
        config = values
    else:
        try:
            config = LLMConfig.model_validate({key: value for key, value in values.items() if value is not None})
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False, include_context=False)[0]
            name = ".".join(str(part) for part in first["loc"])
            if name == "model" and first["type"] == "missing":
                raise LLMError("config_error", _MISSING_MODEL) from None
            raise LLMError("config_error", f"The setting {name} is not valid: {first['msg']}.") from None
    if not config.model:
        raise LLMError("config_error", _MISSING_MODEL)
    if config.built_in:
        return config
    if not config.base_url:
        raise LLMError(
            "config_error",
            'Set baseURL to an OpenAI-compatible address, for example "http://localhost:11434/v1"; '
            'only the models "offline" and "chrome" need none.',
        )
    if not re.match(r"^(https?://|/)\S*$", config.base_url):
        raise LLMError("config_error", "baseURL must start with http:// or https:// (or be a path of this site).")
    return config


_MISSING_MODEL = 'Set model to the name of a model, for example "qwen3", or to "offline" to try it without one.'
