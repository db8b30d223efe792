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
	"time"

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

// written returns a configuration of one object. @param others texts of this run, such as IDs of objects that it refers to
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
	taken := fmt.Sprintf("Referred %d", rand.Int64())
	others := map[string]string{
		"user": call(t, reached, &table.Call{Method: http.MethodPost, Path: "/api/v1/directory/users"}, "",
			map[string]any{"email": fmt.Sprintf("owner-%d@example.com", rand.Int64())})["id"].(string),
		// A provider of OpenID Connect that publishes its documents.
		"issuer": os.Getenv("KEYWARD_TEST_ISSUER"),
		"group":  call(t, reached, kindOf("group").Create, "", map[string]any{"name": taken})["id"].(string),
		"taken":  taken,
		"later":  time.Now().AddDate(0, 0, 100).UTC().Format("2006-01-02T15:04:05.000Z07:00"),
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
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, changing(kind, change))}},
			Check:            shows(reached, kind, address),
		})
	}
	var id string
	remembers := func(state *terraform.State) error {
		id = state.RootModule().Resources[address].Primary.ID
		return nil
	}
	drifts, corrected := func() { call(t, reached, kind.Update, id, one.drift) }, plancheck.ResourceActionUpdate
	if kind.Update == nil {
		drifts, corrected = func() { call(t, reached, kind.Delete, id, nil) }, plancheck.ResourceActionCreate
	}
	last := written(kind.Name, all, others)
	broken := maps.Clone(all)
	maps.Copy(broken, one.refused)
	steps = append(steps, resource.TestStep{
		Config:      written(kind.Name, broken, others),
		ExpectError: regexp.MustCompile(`(?s)` + regexp.QuoteMeta(one.path) + `.*` + wrapped(one.words)),
	})
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
		resource.TestStep{Config: last, Check: remembers},
		resource.TestStep{
			PreConfig:        drifts,
			Config:           last,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, corrected)}},
			Check:            resource.ComposeTestCheckFunc(shows(reached, kind, address), remembers),
		},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: ignored,
			ImportStateIdFunc: func(*terraform.State) (string, error) { return id, nil }},
	)
	sources := map[string]string{}
	if !kind.IsSettings() {
		sources["by_id"] = "id = " + address + ".id"
	}
	if kind.HasName() {
		name := strings.Trim(all["name"], `"`)
		steps = append(steps, resource.TestStep{ResourceName: address, ImportState: true, ImportStateVerify: true,
			ImportStateVerifyIgnore: ignored, ImportStateId: name})
		sources["by_name"] = fmt.Sprintf("name = %q", name)
	}
	if kind.IsSettings() {
		sources["of_tenant"] = ""
	}
	for source, line := range sources {
		steps = append(steps, resource.TestStep{
			Config: last + fmt.Sprintf("data %q %q {\n  %s\n  depends_on = [%s]\n}\n", prefix+kind.Name, source, line, address),
			Check:  alike(kind, "data."+prefix+kind.Name+"."+source, address),
		})
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

// changing returns what a plan does for a change: it changes the object, or makes it again.
func changing(kind *table.Kind, change attributes) plancheck.ResourceActionType {
	_, isAnother := change[kind.Secret+versionSuffix]
	if isAnother && kind.Rotate == nil || slices.ContainsFunc(kind.Attributes, func(one table.Attribute) bool {
		_, isChanged := change[one.Name]
		return isChanged && replaces(one, kind, false)
	}) {
		return plancheck.ResourceActionDestroyBeforeCreate
	}
	return plancheck.ResourceActionUpdate
}

// wrapped matches words of an error. OpenTofu breaks lines between words.
func wrapped(words string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(words), " ", `[\s│]+`)
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

// alike demands that a data source shows what the resource has.
func alike(kind *table.Kind, source, address string) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		shown, managed := state.RootModule().Resources[source].Primary.Attributes, state.RootModule().Resources[address].Primary.Attributes
		count := 0
		for _, one := range kind.Attributes {
			text, ok := managed[one.Name]
			if !ok || one.Unanswered || one.Act || one.Moment || one.Shape == table.JSON {
				continue
			}
			if count++; shown[one.Name] != text {
				return fmt.Errorf("%s has %q for %s, and the resource has %q", source, shown[one.Name], one.Name, text)
			}
		}
		if count == 0 && kind.Name != "attribute_schema" {
			return fmt.Errorf("nothing of %s was compared", source)
		}
		return nil
	}
}

func TestASecretIsHandedOnInTheRunThatMakesIt(t *testing.T) {
	running(t)
	for _, kind := range table.Kinds {
		if kind.Secret != "" {
			t.Run(kind.Name, func(t *testing.T) { handsOn(t, kind) })
		}
	}
}

// handsOn makes an object and replaces its secret. Another provider gets each secret in the run that makes it, and null in another run.
func handsOn(t *testing.T, kind *table.Kind) {
	all := maps.Clone(factories)
	all["echo"] = echoprovider.NewProviderServer()
	configuration := func(version, echo string) string {
		object := maps.Clone(samples[kind.Name].first)
		object[kind.Secret+versionSuffix] = version
		return strings.Replace(written(kind.Name, object, nil), "required_providers {",
			"required_providers {\n    echo = {\n      source = \"keyward.example/keyward/echo\"\n    }", 1) + fmt.Sprintf(`
ephemeral "%[1]s_secret" "it" {
  id = %[1]s.it.id
}
provider "echo" {
  data = ephemeral.%[1]s_secret.it.%[2]s
}
resource "echo" %[3]q {
  depends_on = [%[1]s.it]
}
`, prefix+kind.Name, kind.Secret, echo)
	}
	secret := regexp.MustCompile(`^[A-Za-z0-9+/=_-]{32,}$`)
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
		if one.refused == nil || one.path == "" || one.words == "" {
			t.Errorf("no sample of %s is refused", kind.Name)
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
