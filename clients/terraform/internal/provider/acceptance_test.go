package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/echoprovider"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"keyward.example/terraform/internal/service"
	"keyward.example/terraform/internal/table"
)

const head = `terraform {
  required_providers {
    keyward = {
      source = "` + Address + `"
    }
  }
}
`

var factories = map[string]func() (tfprotov6.ProviderServer, error){
	"keyward": providerserver.NewProtocol6WithError(New("test")()),
}

// running returns the service of the tests: test/clients/terraform.long.test.ts starts one.
func running(t *testing.T) *service.Service {
	t.Helper()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("TF_ACC is not set: make test-terraform runs these tests")
	}
	return service.New(os.Getenv(originName), os.Getenv(keyName), "test")
}

func call(t *testing.T, reached *service.Service, one *table.Call, id string, body map[string]any) map[string]any {
	t.Helper()
	answer, err := reached.Do(context.Background(), service.Request{Call: one, ID: id, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func kindOf(name string) *table.Kind {
	at := slices.IndexFunc(table.Kinds, func(one *table.Kind) bool { return one.Name == name })
	return table.Kinds[at]
}

// written returns a configuration of one object. @param others IDs of objects that it refers to
func written(kind string, all attributes, others map[string]string) string {
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := all[name]
		for other, id := range others {
			text = strings.ReplaceAll(text, "%"+other+"%", `"`+id+`"`)
		}
		fmt.Fprintf(&lines, "  %s = %s\n", name, text)
	}
	return fmt.Sprintf("%sresource %q %q {\n%s}\n", head, prefix+kind, "it", lines.String())
}

func TestKinds(t *testing.T) {
	reached := running(t)
	others := map[string]string{
		"user": call(t, reached, &table.Call{Method: http.MethodPost, Path: "/api/v1/directory/users"}, "",
			map[string]any{"email": fmt.Sprintf("owner-%d@example.com", rand.Int64())})["id"].(string),
		// A provider of OpenID Connect that publishes its documents.
		"issuer": os.Getenv("KEYWARD_TEST_ISSUER"),
		"group":  call(t, reached, kindOf("group").Create, "", map[string]any{"name": fmt.Sprintf("Referred %d", rand.Int64())})["id"].(string),
	}
	for _, kind := range table.Kinds {
		if one, ok := samples[kind.Name]; ok {
			t.Run(kind.Name, func(t *testing.T) { prove(t, reached, kind, one, others) })
		}
	}
}

// prove makes, changes, imports and ends an object. After each step, the library demands that another plan is empty.
func prove(t *testing.T, reached *service.Service, kind *table.Kind, one sample, others map[string]string) {
	address := prefix + kind.Name + ".it"
	all := maps.Clone(one.first)
	steps := []resource.TestStep{{Config: written(kind.Name, all, others), Check: shows(reached, kind, address)}}
	for _, change := range one.changes {
		maps.Copy(all, change)
		steps = append(steps, resource.TestStep{
			Config:           written(kind.Name, all, others),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{changes{address, replaced(kind, change)}}},
			Check:            shows(reached, kind, address),
		})
	}
	var id string
	last := written(kind.Name, all, others)
	if one.refused != nil {
		broken := maps.Clone(all)
		maps.Copy(broken, one.refused)
		steps = append(steps, resource.TestStep{
			Config:      written(kind.Name, broken, others),
			ExpectError: regexp.MustCompile(`(?s)` + regexp.QuoteMeta(one.path) + `.*` + wrapped(one.words)),
		})
	}
	ignored := []string{}
	for _, field := range kind.Attributes {
		if field.Unanswered || field.Act || field.WriteOnly || len(field.Of) > 0 {
			ignored = append(ignored, field.Name, field.Name+versionSuffix)
		}
	}
	if kind.Secret != "" {
		ignored = append(ignored, kind.Secret+versionSuffix)
	}
	steps = append(steps,
		resource.TestStep{Config: last, Check: func(state *terraform.State) error {
			id = state.RootModule().Resources[address].Primary.ID
			return nil
		}},
		resource.TestStep{
			PreConfig:        func() { call(t, reached, kind.Update, id, one.drift) },
			Config:           last,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{changes{address, false}}},
			Check:            shows(reached, kind, address),
		},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: ignored,
			ImportStateIdFunc: func(*terraform.State) (string, error) { return id, nil }},
	)
	if kind.HasName() {
		name := strings.Trim(all["name"], `"`)
		steps = append(steps, resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true,
			ImportStateVerifyIgnore: ignored, ImportStateId: name})
		steps = append(steps, resource.TestStep{Config: last + fmt.Sprintf(
			"data %[1]q \"by_id\" {\n  id = %[1]s.it.id\n}\ndata %[1]q \"by_name\" {\n  name = %[2]q\n  depends_on = [%[1]s.it]\n}\n", prefix+kind.Name, name),
			Check: resource.TestCheckResourceAttrPair("data."+prefix+kind.Name+".by_id", "id", "data."+prefix+kind.Name+".by_name", "id")})
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: factories,
		Steps:                    steps,
		CheckDestroy: func(*terraform.State) error {
			if kind.IsSettings() || len(kind.Parts) > 0 {
				return nil
			}
			_, err := service.NewReadings(reached, kind).Get(context.Background(), id)
			if !service.IsMissing(err) && kind.Name != "identity" {
				return fmt.Errorf("%s %s is still there", kind.Name, id)
			}
			return nil
		},
	})
}

func replaced(kind *table.Kind, change attributes) bool {
	return slices.ContainsFunc(kind.Attributes, func(one table.Attribute) bool {
		_, isChanged := change[one.Name]
		return isChanged && replaces(one, kind, false)
	})
}

// wrapped matches words of an error. OpenTofu breaks lines between words.
func wrapped(words string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(words), " ", `[\s│]+`)
}

// changes demands that a plan changes an object, or makes it again.
type changes struct {
	address  string
	replaced bool
}

func (one changes) CheckPlan(ctx context.Context, request plancheck.CheckPlanRequest, response *plancheck.CheckPlanResponse) {
	action := plancheck.ResourceActionUpdate
	if one.replaced {
		action = plancheck.ResourceActionDestroyBeforeCreate
	}
	plancheck.ExpectResourceAction(one.address, action).CheckPlan(ctx, request, response)
}

// shows demands that the service has what the state has.
func shows(reached *service.Service, kind *table.Kind, address string) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		primary := state.RootModule().Resources[address].Primary
		answer, err := service.NewReadings(reached, kind).Get(context.Background(), primary.ID)
		if err != nil {
			return err
		}
		for _, one := range kind.Attributes {
			text, ok := primary.Attributes[one.Name]
			if !ok || one.Unanswered || one.Act || one.Moment || one.Shape == table.JSON {
				continue
			}
			if shown := fmt.Sprint(answer[one.Wire]); shown != text {
				return fmt.Errorf("the service has %s for %s, and the state has %s", shown, one.Wire, text)
			}
		}
		return nil
	}
}

func TestASecretIsHandedOnInTheRunThatMakesIt(t *testing.T) {
	running(t)
	all := maps.Clone(factories)
	all["echo"] = echoprovider.NewProviderServer()
	configuration := func(version, echo string) string {
		return `terraform {
  required_providers {
    keyward = { source = "` + Address + `" }
    echo    = { source = "keyward.example/keyward/echo" }
  }
}
resource "keyward_webhook" "it" {
  name                   = "Hook"
  url                    = "https://hooks.example.com/keyward"
  events                 = ["identity.created"]
  signing_secret_version = ` + version + `
}
ephemeral "keyward_webhook_secret" "it" {
  id = keyward_webhook.it.id
}
provider "echo" {
  data = ephemeral.keyward_webhook_secret.it.signing_secret
}
resource "echo" "` + echo + `" {
  depends_on = [keyward_webhook.it]
}
`
	}
	secret := regexp.MustCompile(`^whsec_[A-Za-z0-9+/]{43}=$`)
	var first string
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: all,
		Steps: []resource.TestStep{
			{Config: configuration("1", "first"), Check: resource.TestCheckResourceAttrWith("echo.first", "data", func(text string) error {
				first = text
				return matches(secret, text)
			})},
			{Config: configuration("2", "second"), Check: resource.TestCheckResourceAttrWith("echo.second", "data", func(text string) error {
				if text == first {
					return fmt.Errorf("the secret is the same after its version changed")
				}
				return matches(secret, text)
			})},
			{Config: configuration("2", "third"), Check: resource.TestCheckNoResourceAttr("echo.third", "data")},
		},
	})
}

func matches(pattern *regexp.Regexp, text string) error {
	if !pattern.MatchString(text) {
		return fmt.Errorf("%q does not match %s", text, pattern)
	}
	return nil
}

func TestSamplesHaveEveryAttribute(t *testing.T) {
	for _, kind := range table.Kinds {
		one, ok := samples[kind.Name]
		if !ok {
			t.Errorf("%s has no sample", kind.Name)
			continue
		}
		for _, field := range kind.Attributes {
			isGiven := field.Name == "id" || field.Giver == table.Computed || one.unproved[field.Name] != ""
			for _, change := range append(one.changes, one.first) {
				_, has := change[field.Name]
				isGiven = isGiven || has
			}
			if !isGiven {
				t.Errorf("no sample of %s has %s", kind.Name, field.Name)
			}
		}
	}
}

func TestDefaultsAndPatternsAreRead(t *testing.T) {
	for _, kind := range table.Kinds {
		resourceSchema(kind)
		dataSchema(kind)
		var read func([]table.Attribute)
		read = func(list []table.Attribute) {
			for _, one := range list {
				newRule(one)
				if one.Absent != "" && !json.Valid([]byte(one.Absent)) {
					t.Errorf("%s.%s: %s is not JSON", kind.Name, one.Name, one.Absent)
				}
				read(one.Of)
			}
		}
		read(kind.Attributes)
	}
}
