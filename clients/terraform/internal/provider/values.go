package provider

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keyward.example/terraform/internal/table"
)

// values are the attributes of an object, by name.
type values = map[string]tftypes.Value

// fieldsOf returns the attributes of an object. A value that is null, unknown or absent has none.
func fieldsOf(value tftypes.Value) values {
	fields := values{}
	_ = value.As(&fields)
	return fields
}

func elementsOf(value tftypes.Value) []tftypes.Value {
	var elements []tftypes.Value
	_ = value.As(&elements)
	return elements
}

func textOf(value tftypes.Value) string {
	var text string
	_ = value.As(&text)
	return text
}

// isGiven says that a value is known and not null. An absent one is null.
func isGiven(value tftypes.Value) bool { return value.IsKnown() && !value.IsNull() }

// toWire returns the JSON of a value. Unknown values and values that are absent are left out of objects.
func toWire(one table.Attribute, value tftypes.Value) any {
	switch one.Shape {
	case table.Object:
		return objectToWire(one.Of, fieldsOf(value))
	case table.Set, table.List:
		all := []any{}
		for _, element := range elementsOf(value) {
			all = append(all, elementToWire(one, element))
		}
		return all
	case table.Map:
		all := map[string]any{}
		for name, element := range fieldsOf(value) {
			all[name] = elementToWire(one, element)
		}
		return all
	}
	return scalarToWire(one.Shape, value)
}

func elementToWire(one table.Attribute, value tftypes.Value) any {
	if one.Element == table.Object {
		return objectToWire(one.Of, fieldsOf(value))
	}
	return scalarToWire(one.Element, value)
}

func objectToWire(list []table.Attribute, fields values) map[string]any {
	all := map[string]any{}
	for _, one := range list {
		if value := fields[one.Name]; isGiven(value) {
			all[one.Wire] = toWire(one, value)
		}
	}
	return all
}

func scalarToWire(shape table.Shape, value tftypes.Value) any {
	switch shape {
	case table.String:
		return textOf(value)
	case table.JSON:
		return json.RawMessage(textOf(value))
	case table.Bool:
		var is bool
		_ = value.As(&is)
		return is
	}
	number := new(big.Float)
	_ = value.As(&number)
	return json.Number(number.Text('f', -1))
}

// changeToWire returns what a change sends. Services merge objects field by field, so a field that is given no longer is sent as absent.
func changeToWire(one table.Attribute, from, to tftypes.Value, merges bool) any {
	if one.Shape == table.JSON && merges {
		return mergePatch(one, from, to)
	}
	if !isGiven(to) {
		return one.AbsentValue()
	}
	if one.Shape != table.Object {
		return toWire(one, to)
	}
	all := map[string]any{}
	before, after := fieldsOf(from), fieldsOf(to)
	for _, field := range one.Of {
		if isGiven(after[field.Name]) || isGiven(before[field.Name]) {
			all[field.Wire] = changeToWire(field, before[field.Name], after[field.Name], merges)
		}
	}
	return all
}

// mergePatch returns what makes one JSON value of another (RFC 7396): null takes a field away.
func mergePatch(one table.Attribute, from, to tftypes.Value) any {
	var before any
	if isGiven(from) {
		before = decode(textOf(from))
	}
	if !isGiven(to) {
		return difference(before, one.AbsentValue())
	}
	return difference(before, decode(textOf(to)))
}

func difference(from, to any) any {
	after, ok := to.(map[string]any)
	if !ok {
		return to
	}
	before, _ := from.(map[string]any)
	all := map[string]any{}
	for name := range before {
		if _, ok := after[name]; !ok {
			all[name] = nil
		}
	}
	for name, value := range after {
		all[name] = difference(before[name], value)
	}
	return all
}

// fromWire returns the value of a JSON value. If the value before means the same, fromWire keeps it, so that a plan shows real changes only.
func fromWire(one table.Attribute, kind tftypes.Type, before tftypes.Value, content any) (tftypes.Value, error) {
	if one.WriteOnly {
		return tftypes.NewValue(kind, nil), nil
	}
	if one.Unanswered || one.Act {
		if before.Type() == nil {
			return tftypes.NewValue(kind, nil), nil
		}
		return before, nil
	}
	if before.Type() != nil && before.IsKnown() && keepsEmpty(one, before) && isEmpty(one, content) {
		return before, nil
	}
	if content == nil {
		return tftypes.NewValue(kind, nil), nil
	}
	if before.Type() == nil && one.Giver == table.Optional && isEmpty(one, content) {
		// An import has no value before. Configurations leave out what is empty.
		return tftypes.NewValue(kind, nil), nil
	}
	switch one.Shape {
	case table.Object:
		fields, ok := content.(map[string]any)
		if !ok {
			return wrong(one, content)
		}
		return objectFromWire(one.Of, kind.(tftypes.Object), before, fields)
	case table.Set, table.List:
		return listFromWire(one, kind, before, content)
	case table.Map:
		return mapFromWire(one, kind.(tftypes.Map), before, content)
	}
	return scalarFromWire(one, one.Shape, before, content)
}

func wrong(one table.Attribute, content any) (tftypes.Value, error) {
	return tftypes.Value{}, fmt.Errorf("the answer has a %T in %s: this provider is older or newer than the service", content, one.Wire)
}

// keepsEmpty says that a value is as good as none.
func keepsEmpty(one table.Attribute, value tftypes.Value) bool {
	if value.IsNull() {
		return one.Giver == table.Optional
	}
	return isEmpty(one, toWire(one, value))
}

// isEmpty says that a JSON value says no more than its absence: null, an empty collection, or an object of such values.
func isEmpty(one table.Attribute, content any) bool {
	if content == nil {
		return true
	}
	if raw, ok := content.(json.RawMessage); ok {
		return isEmpty(one, decode(string(raw)))
	}
	if usual, ok := one.DefaultValue(); ok {
		return same(usual, content)
	}
	switch value := content.(type) {
	case []any:
		return len(value) == 0
	case map[string]any:
		if one.Shape != table.Object {
			return len(value) == 0
		}
		for _, field := range one.Of {
			if !isEmpty(field, value[field.Wire]) {
				return false
			}
		}
		return true
	case bool:
		return !value && one.Giver == table.Optional
	}
	return false
}

func objectFromWire(list []table.Attribute, kind tftypes.Object, before tftypes.Value, content map[string]any) (tftypes.Value, error) {
	known := fieldsOf(before)
	fields := values{}
	for _, one := range list {
		value, err := fromWire(one, kind.AttributeTypes[one.Name], known[one.Name], content[one.Wire])
		if err != nil {
			return tftypes.Value{}, err
		}
		fields[one.Name] = value
	}
	// Versions of secrets are in no answer.
	for name, of := range kind.AttributeTypes {
		if _, ok := fields[name]; ok {
			continue
		}
		fields[name] = tftypes.NewValue(of, nil)
		if kept := known[name]; isGiven(kept) {
			fields[name] = kept
		}
	}
	return tftypes.NewValue(kind, fields), nil
}

func listFromWire(one table.Attribute, kind tftypes.Type, before tftypes.Value, content any) (tftypes.Value, error) {
	items, ok := content.([]any)
	if !ok {
		return wrong(one, content)
	}
	var of tftypes.Type
	switch list := kind.(type) {
	case tftypes.List:
		of = list.ElementType
	case tftypes.Set:
		of = list.ElementType
	}
	known := elementsOf(before)
	all := []tftypes.Value{}
	for index, item := range items {
		previous := tftypes.Value{}
		if index < len(known) && one.Shape == table.List {
			previous = known[index]
		}
		value, err := elementFromWire(one, of, previous, item)
		if err != nil {
			return tftypes.Value{}, err
		}
		all = append(all, value)
	}
	return tftypes.NewValue(kind, all), nil
}

func mapFromWire(one table.Attribute, kind tftypes.Map, before tftypes.Value, content any) (tftypes.Value, error) {
	items, ok := content.(map[string]any)
	if !ok {
		return wrong(one, content)
	}
	known := fieldsOf(before)
	all := values{}
	for name, item := range items {
		value, err := elementFromWire(one, kind.ElementType, known[name], item)
		if err != nil {
			return tftypes.Value{}, err
		}
		all[name] = value
	}
	return tftypes.NewValue(kind, all), nil
}

func elementFromWire(one table.Attribute, kind tftypes.Type, before tftypes.Value, content any) (tftypes.Value, error) {
	if one.Element == table.Object {
		fields, ok := content.(map[string]any)
		if !ok {
			return wrong(one, content)
		}
		return objectFromWire(one.Of, kind.(tftypes.Object), before, fields)
	}
	return scalarFromWire(one, one.Element, before, content)
}

func scalarFromWire(one table.Attribute, shape table.Shape, before tftypes.Value, content any) (tftypes.Value, error) {
	switch shape {
	case table.String:
		text, ok := content.(string)
		if !ok {
			return wrong(one, content)
		}
		if isGiven(before) && one.Moment && isSameMoment(textOf(before), text) {
			return before, nil
		}
		return tftypes.NewValue(tftypes.String, text), nil
	case table.JSON:
		if isGiven(before) && same(decode(textOf(before)), content) {
			return before, nil
		}
		text, err := json.Marshal(content)
		return tftypes.NewValue(tftypes.String, string(text)), err
	case table.Bool:
		is, ok := content.(bool)
		if !ok {
			return wrong(one, content)
		}
		return tftypes.NewValue(tftypes.Bool, is), nil
	}
	digits, ok := content.(json.Number)
	if !ok {
		return wrong(one, content)
	}
	number, _, err := big.ParseFloat(digits.String(), 10, 512, big.ToNearestEven)
	return tftypes.NewValue(tftypes.Number, number), err
}

func isSameMoment(one, other string) bool {
	first, err := time.Parse(time.RFC3339Nano, one)
	if err != nil {
		return one == other
	}
	second, err := time.Parse(time.RFC3339Nano, other)
	return err == nil && first.Equal(second)
}

func decode(text string) any {
	var value any
	if json.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	return value
}

// same says that two JSON values mean the same. Numbers come as texts or as numbers.
func same(one, other any) bool { return reflect.DeepEqual(plain(one), plain(other)) }

func plain(value any) any {
	switch known := value.(type) {
	case json.Number:
		number, _ := known.Float64()
		return number
	case json.RawMessage:
		return plain(decode(string(known)))
	case []any:
		all := make([]any, len(known))
		for index, one := range known {
			all[index] = plain(one)
		}
		return all
	case map[string]any:
		all := map[string]any{}
		for name, one := range known {
			all[name] = plain(one)
		}
		return all
	}
	return value
}

// partsOfID returns the fields that an ID with slashes names.
func partsOfID(kind *table.Kind, fields values) []string {
	var all []string
	for _, one := range kind.Attributes {
		if slices.Contains(kind.Parts, one.Wire) {
			text, _ := toWire(one, fields[one.Name]).(string)
			all = append(all, text)
		}
	}
	return all
}
