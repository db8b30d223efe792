// Package provider serves the kinds of the table to OpenTofu and Terraform.
package provider

import (
	"context"
	"net/url"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"keyward.example/terraform/internal/service"
	"keyward.example/terraform/internal/table"
)

// Address is how configurations name the provider.
const Address = "keyward.example/keyward/keyward"

const (
	prefix     = "keyward_"
	originName = "KEYWARD_URL"
	keyName    = "KEYWARD_API_KEY"
)

// New returns what makes the provider.
func New(version string) func() provider.Provider {
	return func() provider.Provider { return &keyward{version: version} }
}

type keyward struct{ version string }

// parts are what resources need of the provider.
type parts struct {
	service  *service.Service
	readings map[string]*service.Readings
	made     *madeSecrets
}

func (one *keyward) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName, response.Version = "keyward", one.version
}

func (one *keyward) Schema(_ context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	response.Schema = schema.Schema{
		Description: "Manages a tenant of Keyward, an identity governance server.",
		Attributes: map[string]schema.Attribute{
			"url": schema.StringAttribute{
				Optional:    true,
				Description: "The address of the service, such as https://id.example.com. The default is the environment variable " + originName + ".",
			},
			"api_key": schema.StringAttribute{
				Optional:    true,
				Sensitive:   true,
				Description: "An API key of the tenant. The default is the environment variable " + keyName + ", which no file holds.",
			},
		},
	}
}

func (one *keyward) Configure(ctx context.Context, request provider.ConfigureRequest, response *provider.ConfigureResponse) {
	origin := setting(ctx, request, "url", originName, &response.Diagnostics)
	key := setting(ctx, request, "api_key", keyName, &response.Diagnostics)
	if response.Diagnostics.HasError() {
		return
	}
	address, err := url.Parse(origin)
	if err != nil || (address.Scheme != "https" && address.Scheme != "http") || address.Host == "" {
		response.Diagnostics.AddAttributeError(path.Root("url"), "The address of the service is not a URL",
			"`url` must be an address such as https://id.example.com.")
		return
	}
	if address.Scheme == "http" && !isLoopback(address.Hostname()) {
		response.Diagnostics.AddAttributeError(path.Root("url"), "The API key would be sent without encryption",
			"`url` must begin with https:// unless the service runs on this machine.")
		return
	}
	reached := service.New(origin, key, one.version)
	readings := map[string]*service.Readings{}
	for _, kind := range table.Kinds {
		readings[kind.Name] = service.NewReadings(reached, kind)
	}
	all := &parts{service: reached, readings: readings, made: &madeSecrets{values: map[string]string{}}}
	response.ResourceData, response.DataSourceData, response.EphemeralResourceData = all, all, all
}

// setting returns an attribute of the provider, or else a variable of the environment.
func setting(ctx context.Context, request provider.ConfigureRequest, name, variable string, found *diag.Diagnostics) string {
	var value types.String
	found.Append(request.Config.GetAttribute(ctx, path.Root(name), &value)...)
	if value.IsUnknown() {
		found.AddAttributeError(path.Root(name), "`"+name+"` of the provider is not known yet",
			"Set it to a value that does not depend on other resources, or set "+variable+".")
		return ""
	}
	text := value.ValueString()
	if text == "" {
		text = os.Getenv(variable)
	}
	if text == "" {
		found.AddAttributeError(path.Root(name), "`"+name+"` of the provider is missing", "Set it, or set "+variable+" in the environment.")
	}
	return text
}

func isLoopback(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

func (one *keyward) Resources(context.Context) []func() resource.Resource {
	var all []func() resource.Resource
	for _, kind := range table.Kinds {
		all = append(all, func() resource.Resource { return &managed{kind: kind} })
	}
	return all
}

func (one *keyward) DataSources(context.Context) []func() datasource.DataSource {
	var all []func() datasource.DataSource
	for _, kind := range table.Kinds {
		all = append(all, func() datasource.DataSource { return &shown{kind: kind} })
	}
	return all
}

func (one *keyward) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	var all []func() ephemeral.EphemeralResource
	for _, kind := range table.Kinds {
		if kind.Secret != "" {
			all = append(all, func() ephemeral.EphemeralResource { return &secretOf{kind: kind} })
		}
	}
	for _, kind := range table.AllPassing {
		all = append(all, func() ephemeral.EphemeralResource { return &passing{kind: kind} })
	}
	return all
}

// partsOf returns the parts, or nil before the provider is configured.
func partsOf(data any) *parts {
	all, _ := data.(*parts)
	return all
}
