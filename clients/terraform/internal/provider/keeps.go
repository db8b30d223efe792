package provider

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/defaults"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keyward.example/terraform/internal/table"
)

// The functions below say what a plan does with a value: it keeps the one of the service, or a change of it makes a new object.

func modifiers[Modifier any](kept, replaced bool, keep, replace Modifier) []Modifier {
	var all []Modifier
	if kept {
		all = append(all, keep)
	}
	if replaced {
		all = append(all, replace)
	}
	return all
}

func stringKeeps(kept, replaced bool) []planmodifier.String {
	return modifiers[planmodifier.String](kept, replaced, stringplanmodifier.UseStateForUnknown(), stringplanmodifier.RequiresReplace())
}

// nestedKeeps keeps the ID of an object of a list. A new object has none, and the service gives one.
func nestedKeeps(kept bool) []planmodifier.String {
	return modifiers[planmodifier.String](kept, false, stringplanmodifier.UseNonNullStateForUnknown(), nil)
}

func boolKeeps(kept, replaced bool) []planmodifier.Bool {
	return modifiers[planmodifier.Bool](kept, replaced, boolplanmodifier.UseStateForUnknown(), boolplanmodifier.RequiresReplace())
}

func integerKeeps(kept, replaced bool) []planmodifier.Int64 {
	return modifiers[planmodifier.Int64](kept, replaced, int64planmodifier.UseStateForUnknown(), int64planmodifier.RequiresReplace())
}

func numberKeeps(kept, replaced bool) []planmodifier.Number {
	return modifiers[planmodifier.Number](kept, replaced, numberplanmodifier.UseStateForUnknown(), numberplanmodifier.RequiresReplace())
}

func objectKeeps(kept, replaced bool) []planmodifier.Object {
	return modifiers[planmodifier.Object](kept, replaced, objectplanmodifier.UseStateForUnknown(), objectplanmodifier.RequiresReplace())
}

func setKeeps(kept, replaced bool) []planmodifier.Set {
	return modifiers[planmodifier.Set](kept, replaced, setplanmodifier.UseStateForUnknown(), setplanmodifier.RequiresReplace())
}

func listKeeps(kept, replaced bool) []planmodifier.List {
	return modifiers[planmodifier.List](kept, replaced, listplanmodifier.UseStateForUnknown(), listplanmodifier.RequiresReplace())
}

func mapKeeps(kept, replaced bool) []planmodifier.Map {
	return modifiers[planmodifier.Map](kept, replaced, mapplanmodifier.UseStateForUnknown(), mapplanmodifier.RequiresReplace())
}

func stringDefault(one table.Attribute) defaults.String {
	value, ok := one.DefaultValue()
	if !ok {
		return nil
	}
	if one.Shape == table.JSON {
		text, _ := json.Marshal(value)
		return stringdefault.StaticString(string(text))
	}
	return stringdefault.StaticString(value.(string))
}

func boolDefault(one table.Attribute) defaults.Bool {
	value, ok := one.DefaultValue()
	if !ok {
		return nil
	}
	return booldefault.StaticBool(value.(bool))
}

func integerDefault(one table.Attribute) defaults.Int64 {
	value, ok := one.DefaultValue()
	if !ok {
		return nil
	}
	return int64default.StaticInt64(int64(value.(float64)))
}

func setDefault(one table.Attribute) defaults.Set {
	value, ok := one.DefaultValue()
	if !ok {
		return nil
	}
	return setdefault.StaticValue(types.SetValueMust(elementType(one), texts(value)))
}

func listDefault(one table.Attribute) defaults.List {
	value, ok := one.DefaultValue()
	if !ok {
		return nil
	}
	return listdefault.StaticValue(types.ListValueMust(attributeType(one).(types.ListType).ElemType, texts(value)))
}

// texts returns the values of a default, which is a list of texts or an empty list.
func texts(value any) []attr.Value {
	all := []attr.Value{}
	for _, one := range value.([]any) {
		all = append(all, types.StringValue(one.(string)))
	}
	return all
}
