package provider

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	data "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keyward.example/terraform/internal/table"
)

const versionSuffix = "_version"

// resourceSchema returns the schema of a resource.
func resourceSchema(kind *table.Kind) schema.Schema {
	all := resourceAttributes(kind.Attributes, kind, false)
	all["id"] = schema.StringAttribute{
		Computed:      true,
		Description:   "The ID, which the service gives.",
		PlanModifiers: stringKeeps(true, false),
	}
	if kind.Secret != "" {
		all[kind.Secret+versionSuffix] = schema.Int64Attribute{
			Optional: true,
			Description: "A number of your choice. If it changes, the service makes a new secret. " +
				"The ephemeral resource " + prefix + kind.Name + "_secret has the secret in the run that makes it.",
			// A kind without a call for it gets a new object, which has a secret of its own.
			PlanModifiers: integerKeeps(false, kind.Rotate == nil),
		}
	}
	return schema.Schema{Description: kind.About, Attributes: all}
}

func resourceAttributes(list []table.Attribute, kind *table.Kind, isNested bool) map[string]schema.Attribute {
	all := map[string]schema.Attribute{}
	for _, one := range list {
		all[one.Name] = resourceAttribute(one, kind, isNested)
		if one.WriteOnly {
			all[one.Name+versionSuffix] = schema.Int64Attribute{
				Optional:    true,
				Description: "A number of your choice. If it changes, the service gets `" + one.Name + "` again.",
			}
		}
	}
	return all
}

// replaces says that a change of the attribute makes a new object.
func replaces(one table.Attribute, kind *table.Kind, isNested bool) bool {
	return !isNested && one.Creates && !one.Changes && !kind.IsSettings()
}

// keeps says that a plan of a change shows the present value where the configuration has none. The service chooses some values by
// others, such as the scopes of a client by its type: a plan does not know those.
func keeps(one table.Attribute, kind *table.Kind, isNested bool) bool {
	switch {
	case one.Giver == table.Computed:
		return true
	case one.Giver != table.OptionalComputed || one.Default != "":
		return false
	case isNested:
		return one.Name == "id"
	}
	return kind.IsSettings() || !one.Changes
}

func resourceAttribute(one table.Attribute, kind *table.Kind, isNested bool) schema.Attribute {
	required := one.Giver == table.Required
	optional := one.Giver == table.Optional || one.Giver == table.OptionalComputed
	computed := one.Giver == table.Computed || one.Giver == table.OptionalComputed
	kept, replaced := keeps(one, kind, isNested), replaces(one, kind, isNested)
	about := aboutOf(one)
	keepText := stringKeeps(kept, replaced)
	if isNested {
		keepText = nestedKeeps(kept)
	}
	switch one.Shape {
	case table.String, table.JSON:
		return schema.StringAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
			Description: about, Default: stringDefault(one), PlanModifiers: keepText, Validators: stringRules(one)}
	case table.Bool:
		return schema.BoolAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
			Description: about, Default: boolDefault(one), PlanModifiers: boolKeeps(kept, replaced)}
	case table.Integer:
		return schema.Int64Attribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
			Description: about, Default: integerDefault(one), PlanModifiers: integerKeeps(kept, replaced), Validators: integerRules(one)}
	case table.Number:
		return schema.NumberAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
			Description: about, PlanModifiers: numberKeeps(kept, replaced)}
	case table.Object:
		return schema.SingleNestedAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
			Description: about, Attributes: resourceAttributes(one.Of, kind, true), PlanModifiers: objectKeeps(kept, replaced)}
	case table.Set:
		return schema.SetAttribute{Required: required, Optional: optional, Computed: computed,
			ElementType: elementType(one), Description: about, Default: setDefault(one),
			PlanModifiers: setKeeps(kept, replaced), Validators: setRules(one)}
	case table.List:
		if one.Element == table.Object {
			return schema.ListNestedAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
				NestedObject: schema.NestedAttributeObject{Attributes: resourceAttributes(one.Of, kind, true)},
				Description:  about, Default: listDefault(one), PlanModifiers: listKeeps(kept, replaced), Validators: listRules(one)}
		}
		return schema.ListAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
			ElementType: elementType(one), Description: about, Default: listDefault(one),
			PlanModifiers: listKeeps(kept, replaced), Validators: listRules(one)}
	case table.Map:
		if one.Element == table.Object {
			return schema.MapNestedAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
				NestedObject: schema.NestedAttributeObject{Attributes: resourceAttributes(one.Of, kind, true)},
				Description:  about, PlanModifiers: mapKeeps(kept, replaced)}
		}
		return schema.MapAttribute{Required: required, Optional: optional, Computed: computed, WriteOnly: one.WriteOnly,
			ElementType: elementType(one), Description: about, PlanModifiers: mapKeeps(kept, replaced)}
	}
	panic("no shape of " + one.Name)
}

func aboutOf(one table.Attribute) string {
	about := one.About
	if one.Shape == table.JSON {
		about = joined(about, "A JSON value: use jsonencode().")
	}
	if one.WriteOnly {
		about = joined(about, "The state does not have it. Change `"+one.Name+versionSuffix+"` to send another value.")
	}
	return about
}

func joined(about, more string) string {
	if about == "" {
		return more
	}
	if last := about[len(about)-1]; last != '.' && last != '!' && last != '?' {
		about += "."
	}
	return about + " " + more
}

// dataSchema returns the schema of a data source, which finds an object by its ID or its name.
func dataSchema(kind *table.Kind) data.Schema {
	all := dataAttributes(kind.Shown)
	if kind.IsSettings() {
		return data.Schema{Description: kind.About, Attributes: all}
	}
	all["id"] = data.StringAttribute{Optional: true, Computed: true, Description: "The ID of the object. Give it, or give `name`."}
	if kind.HasName() {
		all["name"] = data.StringAttribute{Optional: true, Computed: true,
			Description: "The name of the object. Give it, or give `id`. If several objects have the name, give `id`."}
	}
	return data.Schema{Description: kind.About, Attributes: all}
}

func dataAttributes(list []table.Attribute) map[string]data.Attribute {
	all := map[string]data.Attribute{}
	for _, one := range list {
		all[one.Name] = dataAttribute(one)
	}
	return all
}

func dataAttribute(one table.Attribute) data.Attribute {
	switch one.Shape {
	case table.String, table.JSON:
		return data.StringAttribute{Computed: true, Description: one.About}
	case table.Bool:
		return data.BoolAttribute{Computed: true, Description: one.About}
	case table.Integer:
		return data.Int64Attribute{Computed: true, Description: one.About}
	case table.Number:
		return data.NumberAttribute{Computed: true, Description: one.About}
	case table.Object:
		return data.SingleNestedAttribute{Computed: true, Description: one.About, Attributes: dataAttributes(one.Of)}
	case table.Set, table.List:
		if one.Element == table.Object {
			return data.ListNestedAttribute{Computed: true, Description: one.About,
				NestedObject: data.NestedAttributeObject{Attributes: dataAttributes(one.Of)}}
		}
		if one.Shape == table.Set {
			return data.SetAttribute{Computed: true, Description: one.About, ElementType: elementType(one)}
		}
		return data.ListAttribute{Computed: true, Description: one.About, ElementType: elementType(one)}
	case table.Map:
		if one.Element == table.Object {
			return data.MapNestedAttribute{Computed: true, Description: one.About,
				NestedObject: data.NestedAttributeObject{Attributes: dataAttributes(one.Of)}}
		}
		return data.MapAttribute{Computed: true, Description: one.About, ElementType: elementType(one)}
	}
	panic("no shape of " + one.Name)
}

// elementType returns the type of the values of a collection.
func elementType(one table.Attribute) attr.Type {
	switch one.Element {
	case table.String, table.JSON:
		return types.StringType
	case table.Bool:
		return types.BoolType
	case table.Integer:
		return types.Int64Type
	case table.Number:
		return types.NumberType
	}
	panic("no type of the values of " + one.Name)
}

// objectType returns the type of the objects of a list, as their schema has it.
func objectType(list []table.Attribute) types.ObjectType {
	all := map[string]attr.Type{}
	for _, one := range list {
		all[one.Name] = attributeType(one)
		if one.WriteOnly {
			all[one.Name+versionSuffix] = types.Int64Type
		}
	}
	return types.ObjectType{AttrTypes: all}
}

func attributeType(one table.Attribute) attr.Type {
	inner := func() attr.Type {
		if one.Element == table.Object {
			return objectType(one.Of)
		}
		return elementType(one)
	}
	switch one.Shape {
	case table.String, table.JSON:
		return types.StringType
	case table.Bool:
		return types.BoolType
	case table.Integer:
		return types.Int64Type
	case table.Number:
		return types.NumberType
	case table.Object:
		return objectType(one.Of)
	case table.Set:
		return types.SetType{ElemType: inner()}
	case table.List:
		return types.ListType{ElemType: inner()}
	case table.Map:
		return types.MapType{ElemType: inner()}
	}
	panic("no shape of " + one.Name)
}
