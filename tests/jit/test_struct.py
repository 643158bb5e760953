"""Typed records: the record type that a class of fields declares."""

from typing import Annotated

import numpy as np
import pytest

from joute.jit.struct import Float64s, Int8, Int64s, Struct


class Sample(Struct):
    visits: Int8
    means: Annotated[Float64s, 2]
    actions: Annotated[Int64s, 2, "wide"]


def test_a_field_has_its_type_and_shape_and_a_named_dimension_the_size_that_is_given() -> None:
    dtype = Sample.dtype(wide=3)
    assert (dtype["visits"], dtype["means"].shape, dtype["actions"].shape) == (np.dtype(np.int8), (2,), (2, 3))
    assert Sample.dtype(wide=3) is dtype
    assert len(Sample.zeros(4, wide=5)) == 4


def test_a_size_that_is_not_given_is_missed() -> None:
    with pytest.raises(KeyError, match="wide"):
        Sample.dtype()
