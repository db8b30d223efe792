// The provider of OpenTofu and Terraform for Keyward.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"keyward.example/terraform/internal/provider"
)

// version is set by the linker.
var version = "dev"

func main() {
	isDebugged := flag.Bool("debug", false, "print how a debugger's provider is found")
	flag.Parse()
	options := providerserver.ServeOpts{Address: provider.Address, Debug: *isDebugged, ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), provider.New(version), options); err != nil {
		log.Fatal(err)
	}
}
