package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"keyward.example/terraform/internal/table"
)

// shown is a data source: an object as the service shows it.
type shown struct {
	kind *table.Kind
	*parts
}

var _ datasource.DataSourceWithConfigure = (*shown)(nil)

func (one *shown) Metadata(_ context.Context, _ datasource.MetadataRequest, response *datasource.MetadataResponse) {
	response.TypeName = prefix + one.kind.Name
}

func (one *shown) Schema(_ context.Context, _ datasource.SchemaRequest, response *datasource.SchemaResponse) {
	response.Schema = dataSchema(one.kind)
}

func (one *shown) Configure(_ context.Context, request datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	one.parts = partsOf(request.ProviderData)
}

func (one *shown) Read(ctx context.Context, request datasource.ReadRequest, response *datasource.ReadResponse) {
	given := fieldsOf(request.Config.Raw)
	answer, err := one.find(ctx, textOf(given["id"]), textOf(given["name"]))
	if err != nil {
		addFailure(&response.Diagnostics, one.kind.Attributes, "The service did not show "+prefix+one.kind.Name, err)
		return
	}
	kind := response.State.Schema.Type().TerraformType(ctx).(tftypes.Object)
	state, err := objectFromWire(one.kind.Shown, kind, tftypes.Value{}, answer)
	if err != nil {
		response.Diagnostics.AddError("The answer cannot be read", err.Error())
		return
	}
	fields := fieldsOf(state)
	if _, ok := fields["id"]; ok {
		id, _ := answer[one.kind.ID].(string)
		if len(one.kind.Parts) > 0 {
			id = textOf(given["id"])
		}
		fields["id"] = tftypes.NewValue(tftypes.String, id)
	}
	response.State.Raw = tftypes.NewValue(kind, fields)
}

// find reads the object itself. Another process may have changed it in this run: a provider with another alias.
func (one *shown) find(ctx context.Context, id, name string) (map[string]any, error) {
	switch {
	case one.kind.IsSettings():
		return one.readings[one.kind.Name].Now(ctx, one.kind.Name)
	case id != "" && name != "":
		return nil, errBoth
	case id != "":
		return one.readings[one.kind.Name].Now(ctx, id)
	case name != "" && one.kind.HasName():
		found, err := one.named(ctx, one.kind, name)
		if err != nil {
			return nil, err
		}
		// An item of a list may show less.
		text, _ := found[one.kind.ID].(string)
		return one.readings[one.kind.Name].Now(ctx, text)
	}
	return nil, errNeither
}
