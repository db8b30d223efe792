package provider

import (
	"context"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keyward.example/terraform/internal/table"
)

// madeSecrets are the secrets that the service made in this run. They are in no state and in no file, and they end with the process.
type madeSecrets struct {
	mutex  sync.Mutex
	values map[string]string
}

func (all *madeSecrets) put(kind, id, secret string) {
	all.mutex.Lock()
	defer all.mutex.Unlock()
	all.values[kind+"/"+id] = secret
}

func (all *madeSecrets) get(kind, id string) (string, bool) {
	all.mutex.Lock()
	defer all.mutex.Unlock()
	secret, ok := all.values[kind+"/"+id]
	return secret, ok
}

func (one *managed) keepSecret(call *table.Call, id string, answer map[string]any) {
	if one.kind.Secret == "" {
		return
	}
	// A client without a secret has none in its answer.
	if secret, ok := answer[call.Secret].(string); ok {
		one.made.put(one.kind.Name, id, secret)
	}
}

// secretOf is the ephemeral resource of the secret that the service made in this run.
type secretOf struct {
	kind *table.Kind
	*parts
}

var _ ephemeral.EphemeralResourceWithConfigure = (*secretOf)(nil)

func (one *secretOf) Metadata(_ context.Context, _ ephemeral.MetadataRequest, response *ephemeral.MetadataResponse) {
	response.TypeName = prefix + one.kind.Name + "_secret"
}

func (one *secretOf) Schema(_ context.Context, _ ephemeral.SchemaRequest, response *ephemeral.SchemaResponse) {
	response.Schema = schema.Schema{
		Description: "The secret that the service made for a " + prefix + one.kind.Name + " in this run. The service shows a secret once, so in other runs it is null. " +
			"Give it to an argument that is write-only, together with " + one.kind.Secret + versionSuffix + " of the resource as its version.",
		Attributes: map[string]schema.Attribute{
			"id": schema.StringAttribute{Required: true, Description: "The ID of the " + prefix + one.kind.Name + "."},
			one.kind.Secret: schema.StringAttribute{Computed: true, Sensitive: true,
				Description: "The secret, or null if this run made none."},
		},
	}
}

func (one *secretOf) Configure(_ context.Context, request ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	one.parts = partsOf(request.ProviderData)
}

func (one *secretOf) Open(ctx context.Context, request ephemeral.OpenRequest, response *ephemeral.OpenResponse) {
	var id types.String
	response.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("id"), &id)...)
	secret := types.StringNull()
	if text, ok := one.made.get(one.kind.Name, id.ValueString()); ok {
		secret = types.StringValue(text)
	}
	response.Diagnostics.Append(response.Result.SetAttribute(ctx, path.Root("id"), id)...)
	response.Diagnostics.Append(response.Result.SetAttribute(ctx, path.Root(one.kind.Secret), secret)...)
}

// withSecrets puts the secrets of the objects of a list into the planned value, which has none: of those objects that are new or have
// another version. Configuration and plan have the objects in one order.
func withSecrets(one table.Attribute, planned, given, before tftypes.Value) tftypes.Value {
	if one.Element != table.Object || one.Shape != table.List || !isGiven(planned) || !isGiven(given) {
		return planned
	}
	known, sent := elementsOf(before), elementsOf(given)
	var all []tftypes.Value
	for index, element := range elementsOf(planned) {
		fields := fieldsOf(element)
		for _, field := range one.Of {
			if !field.WriteOnly {
				continue
			}
			version := field.Name + versionSuffix
			if index < len(known) && fieldsOf(known[index])[version].Equal(fields[version]) {
				continue
			}
			fields[field.Name] = fieldsOf(sent[index])[field.Name]
		}
		all = append(all, tftypes.NewValue(element.Type(), fields))
	}
	return tftypes.NewValue(planned.Type(), all)
}
