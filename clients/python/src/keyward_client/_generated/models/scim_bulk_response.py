from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.scim_bulk_result import ScimBulkResult


T = TypeVar("T", bound="ScimBulkResponse")


@_attrs_define
class ScimBulkResponse:
    """What came of each operation, in their order

    Attributes:
        schemas (list[str]): The schemas of what is shown, by their URNs
        operations (list[ScimBulkResult]):
    """

    schemas: list[str]
    operations: list[ScimBulkResult]

    def to_dict(self) -> dict[str, Any]:
        schemas = self.schemas

        operations = []
        for operations_item_data in self.operations:
            operations_item = operations_item_data.to_dict()

            operations.append(operations_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schemas": schemas,
                "Operations": operations,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scim_bulk_result import ScimBulkResult  # noqa: PLC0415

        d = dict(src_dict)
        schemas = cast(list[str], d.pop("schemas"))

        operations = []
        _operations = d.pop("Operations")
        for operations_item_data in _operations:
            operations_item = ScimBulkResult.from_dict(operations_item_data)

            operations.append(operations_item)

        scim_bulk_response = cls(
            schemas=schemas,
            operations=operations,
        )

        return scim_bulk_response
