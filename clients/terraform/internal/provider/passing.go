package provider

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keyward.example/terraform/internal/service"
	"keyward.example/terraform/internal/table"
)

// passing is an ephemeral resource that makes a credential, and ends it with the run. No state has it.
type passing struct {
	kind *table.Passing
	*parts
}

var (
	_ ephemeral.EphemeralResourceWithConfigure = (*passing)(nil)
	_ ephemeral.EphemeralResourceWithClose     = (*passing)(nil)
)

// idKey is where OpenTofu keeps the ID until it closes the credential.
const idKey = "id"

func (one *passing) Metadata(_ context.Context, _ ephemeral.MetadataRequest, response *ephemeral.MetadataResponse) {
	response.TypeName = prefix + one.kind.Name
}

func (one *passing) Schema(_ context.Context, _ ephemeral.SchemaRequest, response *ephemeral.SchemaResponse) {
	all := map[string]schema.Attribute{}
	for _, field := range one.kind.Given {
		all[field.Name] = resourceAttribute(field, &table.Kind{}, false)
	}
	for _, field := range one.kind.Shown {
		all[field.Name] = dataAttribute(field)
		if field.Wire == one.kind.Open.Secret {
			all[field.Name] = schema.StringAttribute{Computed: true, Sensitive: true, Description: field.About}
		}
	}
	response.Schema = schema.Schema{Description: one.kind.About, Attributes: all}
}

func (one *passing) Configure(_ context.Context, request ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	one.parts = partsOf(request.ProviderData)
}

func (one *passing) Open(ctx context.Context, request ephemeral.OpenRequest, response *ephemeral.OpenResponse) {
	given := request.Config.Raw
	answer, err := one.service.Do(ctx, service.Request{Call: one.kind.Open, Body: objectToWire(one.kind.Given, fieldsOf(given))})
	if err != nil {
		addFailure(&response.Diagnostics, one.kind.Given, "The service did not make "+prefix+one.kind.Name, err)
		return
	}
	id, _ := answer[one.kind.ID].(string)
	result, err := objectFromWire(slices.Concat(one.kind.Given, one.kind.Shown), given.Type().(tftypes.Object), given, answer)
	if err != nil {
		response.Diagnostics.AddError("The answer cannot be read", err.Error())
		// OpenTofu does not close what did not open.
		one.end(ctx, id, &response.Diagnostics)
		return
	}
	// What is kept is JSON.
	response.Diagnostics.Append(response.Private.SetKey(ctx, idKey, []byte(strconv.Quote(id)))...)
	response.Result.Raw = result
}

func (one *passing) Close(ctx context.Context, request ephemeral.CloseRequest, response *ephemeral.CloseResponse) {
	kept, found := request.Private.GetKey(ctx, idKey)
	response.Diagnostics.Append(found...)
	one.end(ctx, strings.Trim(string(kept), `"`), &response.Diagnostics)
}

// end ends a credential. A credential that it cannot end ends by itself at its time.
func (one *passing) end(ctx context.Context, id string, found *diag.Diagnostics) {
	_, err := one.service.Do(ctx, service.Request{Call: one.kind.Close, ID: id})
	if err != nil && !service.IsMissing(err) {
		addFailure(found, nil, "The service did not revoke "+prefix+one.kind.Name+" "+id, err)
	}
}
