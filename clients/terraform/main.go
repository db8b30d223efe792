// The provider of OpenTofu and Terraform for Keyward.
package main

import (
	"cmp"
	"context"
	"flag"
	"log"
	"os"
	"runtime/debug"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"keyward.example/terraform/internal/provider"
)

// version is set by the linker.
var version = "dev"

func main() {
	isDebugged := flag.Bool("debug", false, "print how a debugger's provider is found")
	flag.Parse()
	quieten()
	// A plan leaves much garbage in a few seconds, and its heap is small. Go collects it at each doubling, which was a fifth of the CPU.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	options := providerserver.ServeOpts{Address: provider.Address, Debug: *isDebugged, ProtocolVersion: 6}
	if err := providerserver.Serve(context.Background(), provider.New(version), options); err != nil {
		log.Fatal(err)
	}
}

// quieten stops log lines that OpenTofu throws away. The libraries write each step of each call as JSON, whatever the level of OpenTofu.
// That was half of the CPU of a plan.
func quieten() {
	level := cmp.Or(os.Getenv("TF_LOG_PROVIDER"), os.Getenv("TF_LOG"), "ERROR")
	for _, name := range []string{"TF_LOG_SDK", "TF_LOG_SDK_PROTO", "TF_LOG_SDK_FRAMEWORK"} {
		if os.Getenv(name) == "" {
			_ = os.Setenv(name, level)
		}
	}
}
