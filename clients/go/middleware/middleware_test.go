package middleware_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"keyward.example/clients/go"
	"keyward.example/clients/go/middleware"
)

// vectors are those of the middleware of all languages.
type vectors struct {
	Key     string
	Headers []struct {
		Authorization []string
		Status        int
		Error         string
	}
	Codes []struct {
		Code   string
		Status int
		Error  string
	}
	Tokens []tokenVector
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../../middleware/vectors.json")
	if os.IsNotExist(err) {
		t.Skip("this test needs the repository")
	}
	var found vectors
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	if err != nil || len(found.Headers) == 0 {
		t.Fatal("there are no vectors: ", err)
	}
	return found
}

const valid = `{"valid":true,"code":"VALID","environment":"live","checkedAt":"2026-01-15T10:30:00.000Z","gracePeriod":false,"remainingUses":3,
"identity":{"id":"idn_1","name":"deploy-bot","type":"CI_CD","status":"ACTIVE","riskScore":0,"tags":["payments"]},
"credential":{"id":"cred_1","name":"deploy key","scopes":["a.b"],"isTemporary":false,"usageCount":1,"expiresAt":"2026-01-15T10:30:00.000Z"}}`

func refused(code string) string {
	return fmt.Sprintf(`{"valid":false,"code":%q,"environment":"live","checkedAt":"2026-01-15T10:30:00.000Z","gracePeriod":false,"remainingUses":null,"identity":null,"credential":null}`, code)
}

// verifying is a Keyward that gives one answer to each verification.
type verifying struct {
	client *keyward.Client
	status int
	header http.Header
	answer string
	// requests are the bodies that came.
	requests []string
}

func newVerifying(t *testing.T, answer string) *verifying {
	t.Helper()
	service := &verifying{status: 200, header: http.Header{}, answer: answer}
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		service.requests = append(service.requests, string(body))
		for name := range service.header {
			writer.Header().Set(name, service.header.Get(name))
		}
		writer.Header().Set("Content-Type", "application/json")
		writer.WriteHeader(service.status)
		_, _ = io.WriteString(writer, service.answer)
	}))
	t.Cleanup(server.Close)
	client, err := keyward.New(keyward.Options{BaseURL: server.URL, APIKey: "kd_live_ours"})
	if err != nil {
		t.Fatal(err)
	}
	service.client = client
	return service
}

// judged sends a request with these lines to an API of one route, by the test client of net/http.
func judged(t *testing.T, options middleware.Options, header http.Header) (*httptest.ResponseRecorder, *middleware.Caller) {
	t.Helper()
	var caller *middleware.Caller
	handler := http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) { caller = middleware.CallerFrom(request.Context()) })
	request := httptest.NewRequestWithContext(t.Context(), "GET", "/invoices", nil)
	request.RemoteAddr = "203.0.113.7:4711"
	request.Header = header
	recorder := httptest.NewRecorder()
	middleware.RequireKey(options)(handler).ServeHTTP(recorder, request)
	return recorder, caller
}

func bearer(secret string) http.Header { return http.Header{"Authorization": {"Bearer " + secret}} }

var errorOfChallenge = regexp.MustCompile(`error="(\w+)"`)

func challenged(recorder *httptest.ResponseRecorder) string {
	found := errorOfChallenge.FindStringSubmatch(recorder.Header().Get("WWW-Authenticate"))
	if found == nil {
		return ""
	}
	return found[1]
}

func TestOneCredentialIsTakenAndOthersAreRefusedWithoutARequest(t *testing.T) {
	found := readVectors(t)
	for _, vector := range found.Headers {
		t.Run(strings.Join(vector.Authorization, " | "), func(t *testing.T) {
			service := newVerifying(t, valid)
			header := http.Header{}
			for _, line := range vector.Authorization {
				header.Add("Authorization", strings.ReplaceAll(line, "KEY", found.Key))
			}
			recorder, caller := judged(t, middleware.Options{Client: service.client}, header)
			status, requests := vector.Status, 0
			if status == 0 {
				status, requests = 200, 1
			}
			if recorder.Code != status || challenged(recorder) != vector.Error || len(service.requests) != requests {
				t.Errorf("%d %q after %d requests", recorder.Code, challenged(recorder), len(service.requests))
			}
			if (caller != nil) != (status == 200) {
				t.Errorf("the handler got %v", caller)
			}
		})
	}
}

func TestEachCodeHasItsStatusAndChallenge(t *testing.T) {
	found := readVectors(t)
	codes := append(found.Codes, struct {
		Code   string
		Status int
		Error  string
	}{"SOMETHING_NEW", 403, ""})
	for _, vector := range codes {
		service := newVerifying(t, refused(vector.Code))
		recorder, _ := judged(t, middleware.Options{Client: service.client, Scopes: []string{"a.b", "c.d"}}, bearer(found.Key))
		wanted := ""
		if vector.Error != "" {
			wanted = fmt.Sprintf("Bearer realm=\"api\", error=%q", vector.Error)
		}
		if vector.Code == "INSUFFICIENT_SCOPE" {
			wanted += `, scope="a.b c.d"`
		}
		var body struct{ Error, Code string }
		if err := json.Unmarshal(recorder.Body.Bytes(), &body); err != nil || body.Code != vector.Code || body.Error == "" {
			t.Errorf("%s: %s", vector.Code, recorder.Body)
		}
		if recorder.Code != vector.Status || recorder.Header().Get("WWW-Authenticate") != wanted || recorder.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d %v", vector.Code, recorder.Code, recorder.Header())
		}
		if strings.Contains(recorder.Body.String(), found.Key) {
			t.Errorf("%s: the response has the key", vector.Code)
		}
	}
}

func TestTheCallerIsNamedAndTheOptionsAreSent(t *testing.T) {
	key := readVectors(t).Key
	service := newVerifying(t, valid)
	options := middleware.Options{
		Client: service.client, Header: "X-API-Key", Scopes: []string{"a.b"}, Consume: new(false), Context: map[string]any{"application": "invoices"},
	}
	recorder, caller := judged(t, options, http.Header{"X-Api-Key": {key}})
	if caller == nil || caller.Kind != middleware.APIKey || caller.Identity.Name != "deploy-bot" || caller.Identity.Tags[0] != "payments" {
		t.Fatalf("%+v", caller)
	}
	if *caller.Limits.RemainingUses != 3 || caller.Credential.Scopes[0] != "a.b" || caller.Credential.ExpiresAt.Year() != 2026 {
		t.Errorf("%+v", caller)
	}
	sent := `{"consume":false,"context":{"application":"invoices"},"credential":"` + key + `","ipAddress":"203.0.113.7","scopes":["a.b"]}`
	if service.requests[0] != sent {
		t.Error(service.requests)
	}
	if recorder.Header().Get("Vary") != "X-API-Key" || recorder.Header().Get("Cache-Control") != "private" {
		t.Error(recorder.Header())
	}
}

func TestTwoHeadersAreRefused(t *testing.T) {
	key := readVectors(t).Key
	service := newVerifying(t, valid)
	for _, header := range []http.Header{{"X-Api-Key": {key, key}}, {"X-Api-Key": {key}, "Authorization": {"Bearer " + key}}} {
		if recorder, _ := judged(t, middleware.Options{Client: service.client, Header: "x-api-key"}, header); recorder.Code != 400 {
			t.Error(recorder.Code)
		}
	}
	if len(service.requests) != 0 {
		t.Error(service.requests)
	}
}

func TestATextThatIsNoAddressIsNotSent(t *testing.T) {
	key := readVectors(t).Key
	for _, address := range []string{"testclient", "fe80::1%eth0", "", "@"} {
		service := newVerifying(t, valid)
		options := middleware.Options{Client: service.client, IPAddress: func(*http.Request) (string, error) { return address, nil }}
		judged(t, options, bearer(key))
		if len(service.requests) != 1 || strings.Contains(service.requests[0], "ipAddress") {
			t.Errorf("%q: %v", address, service.requests)
		}
	}
}

func TestARequestThatCannotBeJudgedGets503AtOnce(t *testing.T) {
	key := readVectors(t).Key
	service := newVerifying(t, `{"error":"Too many requests","code":"RATE_LIMITED","details":{},"requestId":"req_1"}`)
	service.status = 429
	service.header.Set("Retry-After", "7")
	var told []error
	options := middleware.Options{Client: service.client, OnUnavailable: func(err error) {
		told = append(told, err)
		panic("a log that fails")
	}}
	recorder, caller := judged(t, options, bearer(key))
	if recorder.Code != 503 || recorder.Header().Get("Retry-After") != "7" || caller != nil {
		t.Error(recorder.Code, recorder.Header())
	}
	// Without repeats, which the client itself would make.
	if len(service.requests) != 1 || len(told) != 1 || !keyward.HasCode(told[0], "RATE_LIMITED") {
		t.Error(service.requests, told)
	}
	if text := fmt.Sprintf("%+v %#v", told, told) + recorder.Body.String(); strings.Contains(text, key) {
		t.Error("the error has the key")
	}
	options.IPAddress = func(*http.Request) (string, error) { return "", errors.New("no such header") }
	if recorder, _ := judged(t, options, bearer(key)); recorder.Code != 503 || len(service.requests) != 1 {
		t.Error(recorder.Code, service.requests)
	}
}

func TestAVerificationThatContradictsItselfGets503(t *testing.T) {
	key := readVectors(t).Key
	for _, change := range [][2]string{{`"code":"VALID"`, `"code":"REVOKED"`}, {`"identity":{`, `"identity":null,"x":{`}, {`"credential":{`, `"credential":null,"x":{`}} {
		service := newVerifying(t, strings.Replace(valid, change[0], change[1], 1))
		if recorder, _ := judged(t, middleware.Options{Client: service.client}, bearer(key)); recorder.Code != 503 {
			t.Error(change, recorder.Code)
		}
	}
}

func TestWrongOptionsDoNotStart(t *testing.T) {
	client := newVerifying(t, valid).client
	tokens := func(tokens middleware.AccessTokens) middleware.Options {
		return middleware.Options{Client: client, AccessTokens: &tokens}
	}
	for at, options := range []middleware.Options{
		{},
		{Client: client, Scopes: []string{"two words"}},
		{Client: client, Scopes: []string{`quo"te`}},
		{Client: client, Scopes: []string{""}},
		{Client: client, Header: "authorization"},
		{Client: client, Header: "X-API-Key: "},
		{Client: client, Timeout: -1},
		tokens(middleware.AccessTokens{Issuer: "https://id.example.com"}),
		tokens(middleware.AccessTokens{Audience: "https://api.example.com/"}),
		tokens(middleware.AccessTokens{Issuer: "https://id.example.com", Audience: "a", ClientID: "api"}),
		tokens(middleware.AccessTokens{Issuer: "https://id.example.com", Audience: "a", ClientSecret: "secret"}),
	} {
		func() {
			defer func() {
				if text := fmt.Sprint(recover()); !strings.HasPrefix(text, "keyward: RequireKey: ") {
					t.Errorf("options %d: %s", at, text)
				}
			}()
			middleware.RequireKey(options)
		}()
	}
}

func TestTheHandlerKeepsItsOwnCacheControl(t *testing.T) {
	key := readVectors(t).Key
	service := newVerifying(t, valid)
	handler := http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) { writer.Header().Set("Cache-Control", "no-store") })
	// A server of its own, with requests of HTTP.
	server := httptest.NewServer(middleware.RequireKey(middleware.Options{Client: service.client})(handler))
	defer server.Close()
	request, _ := http.NewRequestWithContext(t.Context(), "GET", server.URL, nil)
	request.Header = bearer(key)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.Header.Get("Cache-Control") != "no-store" || response.Header.Get("Vary") != "Authorization" {
		t.Error(response.Header)
	}
	if !strings.Contains(service.requests[0], `"ipAddress":"127.0.0.1"`) {
		t.Error(service.requests)
	}
}
