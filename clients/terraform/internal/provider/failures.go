package provider

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"keyward.example/terraform/internal/service"
	"keyward.example/terraform/internal/table"
)

// validation is the code of a refusal whose details are sentences by field.
const validation = "VALIDATION_ERROR"

// fail shows why a request failed: the sentence of the service, at the attribute that it names.
func (one *managed) fail(found *diag.Diagnostics, verb string, err error) {
	addFailure(found, one.kind.Attributes, "The service did not "+verb+" "+prefix+one.kind.Name, err)
}

func addFailure(found *diag.Diagnostics, list []table.Attribute, summary string, err error) {
	var refusal *service.Refusal
	if !errors.As(err, &refusal) {
		found.AddError(summary, err.Error())
		return
	}
	var fields []string
	for field := range refusal.Details {
		if _, ok := attributePath(list, field); ok {
			fields = append(fields, field)
		}
	}
	slices.Sort(fields)
	for _, field := range fields {
		at, _ := attributePath(list, field)
		text := fmt.Sprintf("`%s`: %v", at, refusal.Details[field])
		if refusal.Code != validation {
			// The detail is the value, and the sentence says what is wrong with it.
			text += "\n" + refusal.Message
		}
		found.AddAttributeError(at, summary, text+"\n\n"+trailer(refusal))
	}
	if len(fields) == 0 {
		found.AddError(summary, refusal.Message+detailsOf(refusal)+"\n\n"+trailer(refusal))
	}
}

func trailer(refusal *service.Refusal) string {
	text := fmt.Sprintf("%d %s, request %s", refusal.Status, refusal.Code, refusal.RequestID)
	if docs, ok := refusal.Details["docs"].(string); ok {
		text += "\n" + docs
	}
	return text
}

// detailsOf lists details that name no attribute.
func detailsOf(refusal *service.Refusal) string {
	var lines []string
	for name, detail := range refusal.Details {
		if name != "docs" {
			lines = append(lines, fmt.Sprintf("\n%s: %v", name, detail))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// attributePath returns where a configuration has a field, such as `parameters.maxTtlSeconds` or `tags.0`.
func attributePath(list []table.Attribute, field string) (path.Path, bool) {
	first, rest, _ := strings.Cut(field, ".")
	for _, one := range list {
		if one.Wire == first {
			return inner(one, path.Root(one.Name), rest), true
		}
	}
	return path.Empty(), false
}

func inner(one table.Attribute, at path.Path, rest string) path.Path {
	if rest == "" {
		return at
	}
	step, after, _ := strings.Cut(rest, ".")
	switch one.Shape {
	case table.List:
		index, err := strconv.Atoi(step)
		if err != nil {
			return at
		}
		at = at.AtListIndex(index)
	case table.Map:
		at = at.AtMapKey(step)
	case table.Object:
		after = rest
	default:
		// The values of a set have no place.
		return at
	}
	if after == "" || len(one.Of) == 0 {
		return at
	}
	name, deeper, _ := strings.Cut(after, ".")
	for _, field := range one.Of {
		if field.Wire == name {
			return inner(field, at.AtName(field.Name), deeper)
		}
	}
	return at
}

var (
	errBoth    = errors.New("`id` and `name` are given, and each of them names an object: leave one out")
	errNeither = errors.New("no object is named: give `id`, or `name` if the kind has names")
)
