package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keyward.example/terraform/internal/table"
)

// rule holds a value against what the contract allows, so that a plan says what the service would refuse.
type rule struct {
	of      table.Attribute
	pattern *regexp.Regexp
}

func newRule(one table.Attribute) rule {
	found := rule{of: one}
	if one.Rule.Pattern != "" {
		found.pattern = regexp.MustCompile(one.Rule.Pattern)
	}
	return found
}

func stringRules(one table.Attribute) []validator.String { return []validator.String{newRule(one)} }
func integerRules(one table.Attribute) []validator.Int64 { return []validator.Int64{newRule(one)} }
func setRules(one table.Attribute) []validator.Set       { return []validator.Set{newRule(one)} }
func listRules(one table.Attribute) []validator.List     { return []validator.List{newRule(one)} }

func (one rule) Description(context.Context) string {
	if one.of.Rule.Message != "" {
		return one.of.Rule.Message
	}
	if choices := one.of.Rule.Choices; len(choices) > 0 {
		return "must be one of " + strings.Join(choices, ", ")
	}
	return "must be within the bounds of the contract"
}

func (one rule) MarkdownDescription(ctx context.Context) string { return one.Description(ctx) }

func (one rule) ValidateString(_ context.Context, request validator.StringRequest, response *validator.StringResponse) {
	if request.ConfigValue.IsNull() || request.ConfigValue.IsUnknown() {
		return
	}
	text := request.ConfigValue.ValueString()
	if one.of.Shape == table.JSON {
		if !json.Valid([]byte(text)) {
			refuse(&response.Diagnostics, request.Path, "must be JSON: use jsonencode()")
		}
		return
	}
	if message := one.misfit(text); message != "" {
		refuse(&response.Diagnostics, request.Path, message)
		return
	}
	one.bound(utf8.RuneCountInString(text), "characters", request.Path, &response.Diagnostics)
}

func (one rule) ValidateInt64(_ context.Context, request validator.Int64Request, response *validator.Int64Response) {
	if request.ConfigValue.IsNull() || request.ConfigValue.IsUnknown() {
		return
	}
	one.bound(int(request.ConfigValue.ValueInt64()), "", request.Path, &response.Diagnostics)
}

func (one rule) ValidateSet(_ context.Context, request validator.SetRequest, response *validator.SetResponse) {
	if !request.ConfigValue.IsNull() && !request.ConfigValue.IsUnknown() {
		one.collection(request.ConfigValue.Elements(), request.Path, &response.Diagnostics, func(_ int, value attr.Value) path.Path {
			return request.Path.AtSetValue(value)
		})
	}
}

func (one rule) ValidateList(_ context.Context, request validator.ListRequest, response *validator.ListResponse) {
	if !request.ConfigValue.IsNull() && !request.ConfigValue.IsUnknown() {
		one.collection(request.ConfigValue.Elements(), request.Path, &response.Diagnostics, func(at int, _ attr.Value) path.Path {
			return request.Path.AtListIndex(at)
		})
	}
}

func (one rule) collection(values []attr.Value, at path.Path, found *diag.Diagnostics, pathOf func(int, attr.Value) path.Path) {
	one.bound(len(values), "values", at, found)
	for index, value := range values {
		text, ok := value.(types.String)
		if !ok || text.IsNull() || text.IsUnknown() {
			continue
		}
		if message := one.misfit(text.ValueString()); message != "" {
			refuse(found, pathOf(index, value), message)
		}
	}
}

// misfit says what is wrong with a text, without its length.
func (one rule) misfit(text string) string {
	known := one.of.Rule
	if len(known.Choices) > 0 && !slices.Contains(known.Choices, text) {
		return fmt.Sprintf("must be one of %s", strings.Join(known.Choices, ", "))
	}
	if one.pattern == nil || one.pattern.MatchString(text) {
		return ""
	}
	if known.Message != "" {
		return known.Message
	}
	return "must match " + known.Pattern
}

func (one rule) bound(count int, unit string, at path.Path, found *diag.Diagnostics) {
	if least := one.of.Rule.Least; least != nil && int64(count) < *least {
		refuse(found, at, strings.TrimSpace(fmt.Sprintf("must be at least %d %s", *least, unit)))
	}
	if most := one.of.Rule.Most; most != nil && int64(count) > *most {
		refuse(found, at, strings.TrimSpace(fmt.Sprintf("must be at most %d %s", *most, unit)))
	}
}

func refuse(found *diag.Diagnostics, at path.Path, message string) {
	found.AddAttributeError(at, "`"+at.String()+"` is not valid", "`"+at.String()+"` "+message+".")
}
