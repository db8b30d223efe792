package provider

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keyward.example/terraform/internal/service"
	"keyward.example/terraform/internal/table"
)

// managed is a resource: an object of the service that a configuration describes.
type managed struct {
	kind *table.Kind
	*parts
}

var (
	_ resource.ResourceWithConfigure   = (*managed)(nil)
	_ resource.ResourceWithImportState = (*managed)(nil)
)

func (one *managed) Metadata(_ context.Context, _ resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = prefix + one.kind.Name
}

func (one *managed) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	response.Schema = resourceSchema(one.kind)
}

func (one *managed) Configure(_ context.Context, request resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	one.parts = partsOf(request.ProviderData)
}

func (one *managed) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	planned, given := fieldsOf(request.Plan.Raw), fieldsOf(request.Config.Raw)
	body, later := map[string]any{}, map[string]any{}
	for _, field := range one.kind.Attributes {
		value := planned[field.Name]
		if field.WriteOnly {
			value = given[field.Name]
		}
		if !isGiven(value) {
			if one.kind.IsSettings() && value.IsNull() && !field.Act && !field.WriteOnly {
				// The settings may have a value that the configuration does not have.
				body[field.Wire] = field.AbsentValue()
			}
			continue
		}
		value = withSecrets(field, value, given[field.Name], tftypes.Value{})
		switch {
		case field.Creates && one.kind.Create != nil, field.Changes && one.kind.Create == nil:
			body[field.Wire] = toWire(field, value)
		case field.Changes && !field.Act:
			later[field.Wire] = toWire(field, value)
		}
	}
	answer, err := one.make(ctx, planned, body)
	if err != nil {
		one.fail(&response.Diagnostics, "create", err)
		return
	}
	id := one.idOf(planned, answer)
	one.keepSecret(one.kind.Create, id, answer)
	if len(later) > 0 {
		changed, err := one.service.Do(ctx, service.Request{Call: one.kind.Update, ID: id, Body: later})
		one.readings[one.kind.Name].Changed()
		if err != nil {
			// The object exists. Without a state, the next run would make another one.
			one.fail(&response.Diagnostics, "create", err)
		} else {
			answer = changed
		}
	}
	response.State.Raw = one.stateOf(request.Plan.Raw, id, answer, &response.Diagnostics)
}

// make makes an object. Settings and texts exist always, so they are changed.
func (one *managed) make(ctx context.Context, planned values, body map[string]any) (map[string]any, error) {
	defer one.readings[one.kind.Name].Changed()
	if one.kind.Create != nil {
		return one.service.Do(ctx, service.Request{Call: one.kind.Create, Body: body})
	}
	return one.service.Do(ctx, service.Request{Call: one.kind.Update, ID: one.idOf(planned, nil), Body: body})
}

func (one *managed) idOf(planned values, answer map[string]any) string {
	switch {
	case one.kind.IsSettings():
		return one.kind.Name
	case len(one.kind.Parts) > 0:
		return strings.Join(partsOfID(one.kind, planned), "/")
	}
	id, _ := answer[one.kind.ID].(string)
	return id
}

func (one *managed) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	id := textOf(fieldsOf(request.State.Raw)["id"])
	answer, err := one.readings[one.kind.Name].Get(ctx, id)
	if service.IsMissing(err) {
		response.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		one.fail(&response.Diagnostics, "read", err)
		return
	}
	response.State.Raw = one.stateOf(request.State.Raw, id, answer, &response.Diagnostics)
}

func (one *managed) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	before, planned, given := fieldsOf(request.State.Raw), fieldsOf(request.Plan.Raw), fieldsOf(request.Config.Raw)
	id := textOf(before["id"])
	body := one.changes(before, planned, given)
	var answer map[string]any
	var err error
	if len(body) > 0 {
		answer, err = one.service.Do(ctx, service.Request{Call: one.kind.Update, ID: id, Body: body})
	} else {
		answer, err = one.readings[one.kind.Name].Get(ctx, id)
	}
	one.readings[one.kind.Name].Changed()
	if err != nil {
		one.fail(&response.Diagnostics, "update", err)
		return
	}
	if version := one.kind.Secret + versionSuffix; one.kind.Secret != "" && !before[version].Equal(planned[version]) {
		made, err := one.service.Do(ctx, service.Request{Call: one.kind.Rotate, ID: id})
		if err != nil {
			one.fail(&response.Diagnostics, "update", err)
			return
		}
		one.keepSecret(one.kind.Rotate, id, made)
	}
	response.State.Raw = one.stateOf(request.Plan.Raw, id, answer, &response.Diagnostics)
}

// changes returns what a change sends.
func (one *managed) changes(before, planned, given values) map[string]any {
	body, acts := map[string]any{}, map[string]any{}
	for _, field := range one.kind.Attributes {
		from, to := before[field.Name], planned[field.Name]
		switch {
		case !field.Changes:
		case field.Act:
			if isGiven(to) {
				acts[field.Wire] = toWire(field, to)
			}
		case field.WriteOnly:
			version := field.Name + versionSuffix
			if secret := given[field.Name]; isGiven(secret) && !before[version].Equal(planned[version]) {
				body[field.Wire] = toWire(field, secret)
			}
		case !to.IsKnown():
		case !from.Equal(to) || (one.kind.Update.Whole && isGiven(to)) || (one.kind.IsSettings() && isGiven(given[field.Name])):
			body[field.Wire] = changeToWire(field, from, withSecrets(field, to, given[field.Name], from), one.kind.Update.Method == http.MethodPatch)
		}
	}
	if len(body) > 0 {
		for name, act := range acts {
			body[name] = act
		}
	}
	return body
}

// stateOf returns the state after an answer. @param known the plan, or the state before
func (one *managed) stateOf(known tftypes.Value, id string, answer map[string]any, found *diag.Diagnostics) tftypes.Value {
	kind := known.Type().(tftypes.Object)
	before := fieldsOf(known)
	// After an import, only the ID is known.
	isImported := true
	for name, value := range before {
		isImported = isImported && (name == "id" || value.IsNull())
	}
	if isImported {
		known = tftypes.Value{}
	}
	state, err := objectFromWire(one.kind.Attributes, kind, known, answer)
	if err != nil {
		found.AddError("The answer cannot be read", err.Error())
		return tftypes.NewValue(kind, before)
	}
	fields := fieldsOf(state)
	fields["id"] = tftypes.NewValue(tftypes.String, id)
	return tftypes.NewValue(kind, fields)
}

func (one *managed) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	id := textOf(fieldsOf(request.State.Raw)["id"])
	if one.kind.Delete == nil {
		response.Diagnostics.AddWarning("The settings stay as they are",
			"A tenant always has "+prefix+one.kind.Name+". OpenTofu no longer manages it, and its values stay.")
		return
	}
	_, err := one.service.Do(ctx, service.Request{Call: one.kind.Delete, ID: id})
	one.readings[one.kind.Name].Changed()
	if err != nil && !service.IsMissing(err) {
		one.fail(&response.Diagnostics, "delete", err)
	}
}

// ImportState takes an ID, or the name of one object.
func (one *managed) ImportState(ctx context.Context, request resource.ImportStateRequest, response *resource.ImportStateResponse) {
	id := request.ID
	switch {
	case one.kind.IsSettings():
		id = one.kind.Name
	case len(one.kind.Parts) > 0:
		if strings.Count(id, "/") != len(one.kind.Parts)-1 {
			response.Diagnostics.AddError("The ID to import is not valid",
				fmt.Sprintf("Import a %s by %s.", prefix+one.kind.Name, strings.Join(one.kind.Parts, "/")))
			return
		}
	case !regexp.MustCompile(one.kind.IDPattern).MatchString(id) && one.kind.HasName():
		found, err := one.named(ctx, one.kind, id)
		if err != nil {
			one.fail(&response.Diagnostics, "import", err)
			return
		}
		id, _ = found[one.kind.ID].(string)
	}
	response.Diagnostics.Append(response.State.SetAttribute(ctx, path.Root("id"), id)...)
}

// named returns the one object that has a name.
func (all *parts) named(ctx context.Context, kind *table.Kind, name string) (map[string]any, error) {
	found, err := all.service.Named(ctx, kind, name)
	if err != nil {
		return nil, err
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no %s is named %q", prefix+kind.Name, name)
	}
	return nil, fmt.Errorf("%d objects of %s are named %q: give an ID such as %v", len(found), prefix+kind.Name, name, found[0][kind.ID])
}
