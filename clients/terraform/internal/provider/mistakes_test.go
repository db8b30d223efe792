package provider

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"keyward.example/terraform/internal/service"
)

func TestMistakesAreExplained(t *testing.T) {
	reached := running(t)
	twice := fmt.Sprintf("Twice %d", rand.Int64())
	for range 2 {
		call(t, reached, kindOf("identity").Create, "", map[string]any{"name": twice, "type": "CI_CD"})
	}
	var steps []resource.TestStep
	for _, one := range []struct{ configuration, words string }{
		{`data "keyward_group" "it" {}`, "no object is named: give `id`, or `name`"},
		{"data \"keyward_group\" \"it\" {\n  id   = \"grp_01kahz5v3be4nr7q2m8x9c0d1e\"\n  name = \"Both\"\n}", "each of them names an object: leave one out"},
		{"data \"keyward_group\" \"it\" {\n  name = \"Nothing has this name\"\n}", `no keyward_group is named "Nothing has this name"`},
		{"data \"keyward_identity\" \"it\" {\n  name = \"" + twice + "\"\n}", "2 objects of keyward_identity are named"},
		{"data \"keyward_group\" \"it\" {\n  id = \"grp_01kahz5v3be4nr7q2m8x9c0d1e\"\n}", "404"},
		{"provider \"keyward\" {\n  url = \"id.example.com\"\n}\ndata \"keyward_branding\" \"it\" {}", "must be an address such as https://id.example.com"},
		{"provider \"keyward\" {\n  url = \"http://id.example.com\"\n}\ndata \"keyward_branding\" \"it\" {}", "must begin with https:// unless the service runs on this machine"},
		{"resource \"keyward_identity\" \"it\" {\n  name = \"it\"\n  type = \"CI_CD\"\n  metadata = \"{\"\n}", "must be JSON: use jsonencode()"},
		{"resource \"keyward_identity\" \"it\" {\n  name = \"it\"\n  type = \"ROBOT\"\n}", "must be one of"},
		{"resource \"keyward_password_policy\" \"it\" {\n  min_length = 65\n}", "`min_length` must be at most 64"},
		{"resource \"keyward_identity\" \"it\" {\n  name = \"it\"\n  type = \"CI_CD\"\n  tags = [\"\"]\n}", "tags"},
	} {
		steps = append(steps, resource.TestStep{Config: head + one.configuration + "\n", ExpectError: regexp.MustCompile(wrapped(one.words))})
	}
	resource.Test(t, resource.TestCase{ProtoV6ProviderFactories: factories, Steps: steps})
}

func TestARefusalNamesTheAttributeAndHasTheSentence(t *testing.T) {
	for _, one := range []struct {
		kind    string
		refusal service.Refusal
		path    string
		words   []string
	}{
		{"identity", service.Refusal{Code: validation, Details: map[string]any{"federatedSubjects.1.claims.environment": "must be a text"}},
			`federated_subjects[1].claims["environment"]`, []string{"must be a text"}},
		{"identity", service.Refusal{Code: validation, Details: map[string]any{"tags.0": "is too long"}}, "tags", []string{"is too long"}},
		{"policy", service.Refusal{Code: validation, Details: map[string]any{"parameters.maxAgeDays": "is too much"}},
			"parameters.max_age_days", []string{"is too much"}},
		{"group", service.Refusal{Code: "GROUP_EXISTS", Message: "Choose another name.", Details: map[string]any{"name": "Admins"}},
			"name", []string{"Admins", "Choose another name."}},
		{"group", service.Refusal{Code: "QUOTA_EXCEEDED", Message: "The limit is reached.", Details: map[string]any{"limit": 7, "docs": "https://id.example.com/docs"}},
			"", []string{"The limit is reached.", "limit: 7", "https://id.example.com/docs"}},
	} {
		var found diag.Diagnostics
		one.refusal.Status, one.refusal.RequestID = 400, "req_1"
		addFailure(&found, kindOf(one.kind).Attributes, "It failed", &one.refusal)
		at := ""
		if placed, ok := found[0].(diag.DiagnosticWithPath); ok {
			at = placed.Path().String()
		}
		if at != one.path {
			t.Errorf("%s is at %q", one.path, at)
		}
		for _, words := range append(one.words, "req_1") {
			if !strings.Contains(found[0].Detail(), words) {
				t.Errorf("%q has not %q", found[0].Detail(), words)
			}
		}
	}
}
