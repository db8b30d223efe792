package keyward_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"keyward.example/clients/go"
)

const key = "kd_test_EXAMPLE0000000000000000000000000000000000014KgLhv"

// answering returns a client of a server with one answer, and the last request that the server saw.
func answering(t *testing.T, status int, body string, options keyward.Options) (*keyward.Client, *http.Request) {
	t.Helper()
	last := new(http.Request)
	service := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		text, _ := io.ReadAll(request.Body)
		*last = *request
		last.Body = io.NopCloser(strings.NewReader(string(text)))
		writer.Header().Set("Content-Type", "application/json")
		writer.Header().Set("ETag", `"7"`)
		writer.WriteHeader(status)
		_, _ = writer.Write([]byte(body))
	}))
	t.Cleanup(service.Close)
	options.BaseURL += service.URL
	client, err := keyward.New(options)
	if err != nil {
		t.Fatal(err)
	}
	return client, last
}

func bodyOf(t *testing.T, request *http.Request) string {
	t.Helper()
	text, err := io.ReadAll(request.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestACallPutsItsValuesWhereTheContractExpectsThem(t *testing.T) {
	client, last := answering(t, 200, `{"id":"cred_1"}`, keyward.Options{APIKey: key, UserAgent: "shop/2.1"})
	ctx := t.Context()
	_, err := client.Credentials.Update(ctx, "cred_1/?#{id}", keyward.CredentialPatch{Name: new("new")}, keyward.WithIfMatch(`"1"`))
	if err != nil {
		t.Fatal(err)
	}
	if got := last.Method + " " + last.URL.EscapedPath() + " " + bodyOf(t, last); got != `PATCH /api/v1/credentials/cred_1%2F%3F%23%7Bid%7D {"name":"new"}` {
		t.Error(got)
	}
	for name, value := range map[string]string{
		"Authorization": "Bearer " + key, "Content-Type": "application/json", "Accept": "application/json", "If-Match": `"1"`,
		"User-Agent": "shop/2.1 keyward-go/" + keyward.Version,
	} {
		if last.Header.Get(name) != value {
			t.Errorf("%s is %q, and not %q", name, last.Header.Get(name), value)
		}
	}
	if _, err := client.Credentials.List(ctx, &keyward.ListCredentialsParams{Search: new("a&b"), Limit: new(5)}); err != nil {
		t.Fatal(err)
	}
	if got := last.URL.RawQuery; got != "limit=5&search=a%26b" || last.Header.Get("Content-Type") != "" {
		t.Errorf("the query is %s", got)
	}
}

func TestAChangeTellsNullFromAFieldThatIsLeftOut(t *testing.T) {
	client, last := answering(t, 200, `{"id":"idn_1"}`, keyward.Options{})
	for body, patch := range map[string]keyward.IdentityPatch{
		`{}`:                             {},
		`{"description":null,"tags":[]}`: {Description: keyward.Null[string](), Tags: []string{}},
		`{"description":"","name":"a"}`:  {Description: keyward.Value(""), Name: new("a")},
	} {
		if _, err := client.Identities.Update(t.Context(), "idn_1", patch); err != nil {
			t.Fatal(err)
		}
		if got := bodyOf(t, last); got != body {
			t.Errorf("%s was sent, and not %s", got, body)
		}
	}
}

func TestAnOptionalBodyIsLeftOut(t *testing.T) {
	client, last := answering(t, 200, `{"id":"idn_1"}`, keyward.Options{})
	if _, err := client.Identities.Suspend(t.Context(), "idn_1", nil); err != nil {
		t.Fatal(err)
	}
	if bodyOf(t, last) != "" || last.Header.Get("Content-Type") != "" {
		t.Error("a body was sent")
	}
}

func TestUnknownFieldsAndValuesAreNoErrors(t *testing.T) {
	client, _ := answering(t, 200, `{"id":"idn_1","type":"OF_TOMORROW","color":"blue","createdAt":"2026-01-15T10:30:00.000Z"}`, keyward.Options{})
	identity, err := client.Identities.Get(t.Context(), "idn_1")
	if err != nil || identity.Type != "OF_TOMORROW" || identity.CreatedAt.Year() != 2026 {
		t.Fatalf("%+v, %v", identity, err)
	}
}

func TestTheListenerHearsTheHeaderOfASuccess(t *testing.T) {
	client, _ := answering(t, 200, `{"id":"idn_1"}`, keyward.Options{})
	var etag string
	listen := func(_ int, header http.Header) { etag = header.Get("ETag") }
	if _, err := client.Identities.Get(t.Context(), "idn_1", keyward.WithResponse(listen)); err != nil || etag != `"7"` {
		t.Fatal(etag, err)
	}
}

func TestACallThatCannotBeMadeIsNotSent(t *testing.T) {
	client, last := answering(t, 200, `{"id":"idn_1"}`, keyward.Options{})
	get := func(id string, options ...keyward.CallOption) error {
		_, err := client.Identities.Get(t.Context(), id, options...)
		return err
	}
	create := func(options ...keyward.CallOption) error {
		_, err := client.Identities.Create(t.Context(), keyward.IdentityInput{Name: "bot", Type: keyward.IdentityTypeCICD}, options...)
		return err
	}
	faults := []error{
		get(""), get("."), get(".."), get("\xff"),
		get("idn_1", keyward.WithDryRun()),
		get("idn_1", keyward.WithWrapTTL(time.Minute)),
		get("idn_1", keyward.WithIfMatch("a\nb")),
		get("idn_1", keyward.WithIfMatch("")),
		get("idn_1", keyward.WithWrapTTL(0)),
		create(keyward.WithIdempotencyKey("")),
		get("idn_1", keyward.WithTimeout(-1)),
		get("idn_1", keyward.WithMaxRetries(-1)),
	}
	for at, err := range faults {
		if fault, ok := errors.AsType[*keyward.Error](err); !ok || fault.Kind != keyward.KindUsage || fault.Code != "INVALID_ARGUMENT" {
			t.Errorf("call %d: %v", at, err)
		}
	}
	if last.Method != "" {
		t.Error("a request was sent")
	}
}

func TestATimeOfZeroDoesNotLeaveASecretUnwrapped(t *testing.T) {
	client, last := answering(t, 400, `{"error":"No","code":"VALIDATION_ERROR"}`, keyward.Options{})
	_, err := client.Credentials.Create(t.Context(), keyward.CredentialInput{Name: "key"}, keyward.WithWrapTTL(0))
	if !keyward.HasCode(err, "VALIDATION_ERROR") || last.Header.Get("X-Wrap-Ttl") != "0" {
		t.Error(err, last.Header)
	}
}

func TestNewRefusesWhatCannotWork(t *testing.T) {
	for _, base := range []string{"", "keyward.example", "ftp://keyward.example", "https://a:b@keyward.example", "https://keyward.example/?a", "https://keyward.example/#", "https://"} {
		if _, err := keyward.New(keyward.Options{BaseURL: base}); !keyward.HasCode(err, "INVALID_BASE_URL") {
			t.Errorf("%q: %v", base, err)
		}
	}
	for _, key := range []string{"kd_live_a b", "kd_live_ab\n", "schlüssel"} {
		_, err := keyward.New(keyward.Options{BaseURL: "https://keyward.example", APIKey: key})
		if !keyward.HasCode(err, "INVALID_API_KEY") || strings.Contains(err.Error(), key) {
			t.Errorf("%q: %v", key, err)
		}
	}
	for _, options := range []keyward.Options{{UserAgent: "a\nb"}, {Timeout: -1}, {MaxRetries: new(-1)}} {
		options.BaseURL = "https://keyward.example/"
		if _, err := keyward.New(options); !keyward.HasCode(err, "INVALID_ARGUMENT") {
			t.Errorf("%+v: %v", options, err)
		}
	}
}

func TestTheKeyIsInNoError(t *testing.T) {
	client, _ := answering(t, 403, `{"error":"No","code":"FORBIDDEN"}`, keyward.Options{APIKey: key})
	_, refused := client.Me.Get(t.Context())
	gone, err := keyward.New(keyward.Options{BaseURL: "http://127.0.0.1:1", APIKey: key, MaxRetries: new(0)})
	if err != nil {
		t.Fatal(err)
	}
	_, unreachable := gone.Me.Get(t.Context())
	for _, err := range []error{refused, unreachable} {
		text := fmt.Sprintf("%v %+v %#v", err, err, err)
		if err == nil || strings.Contains(text, key) {
			t.Error(text)
		}
	}
	if !keyward.HasCode(refused, "FORBIDDEN") || !keyward.HasCode(unreachable, "CONNECTION_FAILED") {
		t.Error(refused, unreachable)
	}
}

func TestTheErrorOfAContextThatEndsIsThatOfTheContext(t *testing.T) {
	client, _ := answering(t, 503, `{"error":"Busy","code":"SERVICE_UNAVAILABLE"}`, keyward.Options{MaxRetries: new(50)})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := client.Me.Get(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	cancel()
	if _, err := client.Me.Get(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestAKnownEventHasAType(t *testing.T) {
	var event keyward.CredentialRevokedEvent
	text := `{"id":"evt_1","type":"credential.revoked","data":{"credentialId":"cred_1"}}`
	if err := json.Unmarshal([]byte(text), &event); err != nil || event.Data.CredentialID != "cred_1" {
		t.Fatal(event, err)
	}
}
