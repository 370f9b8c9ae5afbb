"""What every axis is made of."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Seconds = Annotated[float, Field(gt=0, le=3600)]
Pause = Annotated[float, Field(ge=0, le=3600)]


class Axis(BaseModel):
    """A frozen group of axes; unknown keys are errors, so a typo never becomes a silent default."""

    model_config = ConfigDict(frozen=True, extra="forbid")
