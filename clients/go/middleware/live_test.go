package middleware_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"keyward.example/clients/go"
	"keyward.example/clients/go/middleware"
)

// live returns a client of the service that KEYWARD_URL names.
func live(t *testing.T) *keyward.Client {
	t.Helper()
	if os.Getenv("KEYWARD_URL") == "" {
		t.Skip("KEYWARD_URL names no service")
	}
	client, err := keyward.New(keyward.Options{BaseURL: os.Getenv("KEYWARD_URL"), APIKey: os.Getenv("KEYWARD_API_KEY")})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// serving returns the status of an API behind a server, and its caller, for a secret.
func serving(t *testing.T, options middleware.Options) func(secret string) (int, string, middleware.Caller) {
	t.Helper()
	handler := http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		_ = json.NewEncoder(writer).Encode(middleware.CallerFrom(request.Context()))
	})
	server := httptest.NewServer(middleware.RequireKey(options)(handler))
	t.Cleanup(server.Close)
	return func(secret string) (int, string, middleware.Caller) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header = bearer(secret)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		var caller middleware.Caller
		if err := json.NewDecoder(response.Body).Decode(&caller); err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, response.Header.Get("WWW-Authenticate"), caller
	}
}

func TestJudgesKeysOfTheService(t *testing.T) {
	client, ctx := live(t), t.Context()
	identity, err := client.Identities.Create(ctx, keyward.IdentityInput{Name: "caller of Go", Type: keyward.IdentityTypeCICD})
	if err != nil {
		t.Fatal(err)
	}
	input := keyward.CredentialInput{IdentityID: identity.ID, Name: "a key", Scopes: []string{"invoices.read"}, MaxUsageCount: keyward.Value(5)}
	made, err := client.Credentials.Create(ctx, input)
	if err != nil {
		t.Fatal(err)
	}
	ask := serving(t, middleware.Options{Client: client, Scopes: []string{"invoices.read"}})
	status, _, caller := ask(made.Credential)
	if status != 200 || caller.Identity.Name != "caller of Go" || caller.Credential.ID != made.ID || *caller.Limits.RemainingUses != 4 {
		t.Fatalf("%d %+v", status, caller)
	}
	other := serving(t, middleware.Options{Client: client, Scopes: []string{"invoices.pay"}})
	if status, challenge, _ := other(made.Credential); status != 403 || challenge != `Bearer realm="api", error="insufficient_scope", scope="invoices.pay"` {
		t.Error(status, challenge)
	}
	if _, err := client.Credentials.Revoke(ctx, made.ID, nil); err != nil {
		t.Fatal(err)
	}
	if status, challenge, _ := ask(made.Credential); status != 401 || challenge != `Bearer realm="api", error="invalid_token"` {
		t.Error(status, challenge)
	}
}

// granted returns an access token of a client. Its ID and secret are in variables with this prefix.
func granted(t *testing.T, prefix, resource string) string {
	t.Helper()
	form := url.Values{"grant_type": {"client_credentials"}, "resource": {resource}}
	request, err := http.NewRequestWithContext(t.Context(), "POST", os.Getenv("OIDC_ISSUER")+"/token", strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.SetBasicAuth(os.Getenv(prefix+"_ID"), os.Getenv(prefix+"_SECRET"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct {
		Token string `json:"access_token"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || answer.Token == "" {
		t.Fatal(response.Status, err)
	}
	return answer.Token
}

func TestTakesAccessTokensOfTheServiceWithTheSameFields(t *testing.T) {
	client := live(t)
	tokens := middleware.AccessTokens{
		Issuer: os.Getenv("OIDC_ISSUER"), Audience: audience, ClientID: os.Getenv("API_ID"), ClientSecret: os.Getenv("API_SECRET"),
	}
	ask := serving(t, middleware.Options{Client: client, AccessTokens: &tokens})
	for prefix, dots := range map[string]int{"CALLER": 2, "OPAQUE": 0} {
		token := granted(t, prefix, audience)
		if strings.Count(token, ".") != dots {
			t.Errorf("%s got another kind of token", prefix)
		}
		status, _, caller := ask(token)
		if status != 200 || caller.Kind != middleware.AccessToken || caller.Identity.ID != os.Getenv(prefix+"_ID") || caller.Identity.Type != "CLIENT" {
			t.Errorf("%s: %d %+v", prefix, status, caller)
		}
	}
	good := granted(t, "CALLER", audience)
	at := strings.LastIndex(good, ".") + 1
	for _, token := range []string{granted(t, "CALLER", audience+"other"), good[:at] + strings.Repeat("A", len(good)-at), "opaque-and-unknown"} {
		if status, challenge, _ := ask(token); status != 401 || challenge != `Bearer realm="api", error="invalid_token"` {
			t.Error(status, challenge)
		}
	}
	needs := serving(t, middleware.Options{Client: client, AccessTokens: &tokens, Scopes: []string{"invoices.read"}})
	if status, _, _ := needs(good); status != 403 {
		t.Error(status)
	}
}
