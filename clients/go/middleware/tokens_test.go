package middleware_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-jose/go-jose/v4"
	"keyward.example/clients/go"
	"keyward.example/clients/go/middleware"
)

const audience = "https://api.example.com/"

type tokenVector struct {
	Token, Key     string
	Status         int
	Header, Claims map[string]any
}

var pairs = map[string]*ecdsa.PrivateKey{"ours": pair(elliptic.P256()), "P-384": pair(elliptic.P384()), "stranger": pair(elliptic.P256())}

func pair(curve elliptic.Curve) *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
}

func public(names ...string) []any {
	var set []any
	for _, name := range names {
		set = append(set, jose.JSONWebKey{Key: pairs[name].Public(), KeyID: name})
	}
	return set
}

// issuing is an issuer in the process, so that a test can have its own time.
type issuing struct {
	keys  []any
	reads atomic.Int32
	// silent is how often the discovery document did not come.
	silent atomic.Int32
	// isSilent says that the issuer accepts requests and never answers.
	isSilent bool
	// delay is how long the keys take.
	delay        time.Duration
	fails        bool
	name         string
	introspected map[string]any
	seen         *http.Request
	form         string
}

const issuerName = "http://issuer.test"

func (issuing *issuing) RoundTrip(request *http.Request) (*http.Response, error) {
	if issuing.isSilent {
		issuing.silent.Add(1)
		<-request.Context().Done()
		return nil, request.Context().Err()
	}
	recorder := httptest.NewRecorder()
	var body any
	switch request.URL.Path {
	case "/.well-known/openid-configuration":
		body = map[string]any{"issuer": issuing.name, "jwks_uri": issuerName + "/keys", "introspection_endpoint": issuerName + "/ask"}
	case "/keys":
		issuing.reads.Add(1)
		time.Sleep(issuing.delay)
		// An issuer may have keys of kinds that no library knows yet.
		body = map[string]any{"keys": append([]any{map[string]string{"kty": "OF_TOMORROW", "kid": "later"}}, issuing.keys...)}
	case "/ask":
		text, _ := io.ReadAll(request.Body)
		issuing.seen, issuing.form = request, string(text)
		body = issuing.introspected
	}
	if issuing.fails {
		recorder.WriteHeader(500)
	}
	err := json.NewEncoder(recorder).Encode(body)
	return recorder.Result(), err
}

// use makes the default transport of the process that of the issuer, which the middleware uses for issuers.
func use(t *testing.T) *issuing {
	issuing := &issuing{keys: public("ours", "P-384"), name: issuerName}
	before := http.DefaultTransport
	http.DefaultTransport = issuing
	t.Cleanup(func() { http.DefaultTransport = before })
	return issuing
}

// route returns the status of an API with access tokens for a token.
func route(t *testing.T, tokens middleware.AccessTokens, scopes ...string) func(token string) (int, *middleware.Caller) {
	client, err := keyward.New(keyward.Options{BaseURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	tokens.Issuer, tokens.Audience = issuerName, audience
	required := middleware.RequireKey(middleware.Options{Client: client, AccessTokens: &tokens, Scopes: scopes})
	return func(token string) (int, *middleware.Caller) {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
		request.Header = bearer(token)
		var caller *middleware.Caller
		handler := http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) { caller = middleware.CallerFrom(request.Context()) })
		required(handler).ServeHTTP(recorder, request)
		return recorder.Code, caller
	}
}

func encoded(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// with returns fields with changes. A change to nil removes a field.
func with(fields, changes map[string]any) map[string]any {
	changed := maps.Clone(fields)
	maps.Copy(changed, changes)
	maps.DeleteFunc(changed, func(_ string, value any) bool { return value == nil })
	return changed
}

func signed(vector tokenVector) string {
	kid := vector.Key
	if kid != "ours" && kid != "P-384" {
		kid = "ours"
	}
	header := with(map[string]any{"alg": "ES256", "typ": "at+jwt", "kid": kid}, vector.Header)
	good := map[string]any{"iss": issuerName, "aud": audience, "sub": "ada", "client_id": "app", "scope": "a.b", "exp": time.Now().Unix() + 600}
	frame := encoded(header) + "." + encoded(with(good, vector.Claims))
	var signature []byte
	switch vector.Key {
	case "none":
	case "secret":
		// A verifier that takes the algorithm from the token would take the public key for the secret.
		code := hmac.New(sha256.New, []byte(encoded(public("ours")[0])))
		code.Write([]byte(frame))
		signature = code.Sum(nil)
	default:
		signature = signatureOf(pairs[vector.Key], frame)
	}
	return frame + "." + base64.RawURLEncoding.EncodeToString(signature)
}

func TestSignedTokensAreJudgedAsTheVectorsSay(t *testing.T) {
	use(t)
	judge := route(t, middleware.AccessTokens{})
	for _, vector := range readVectors(t).Tokens {
		status, caller := judge(signed(vector))
		if status != vector.Status {
			t.Errorf("%s: %d, and not %d", vector.Token, status, vector.Status)
		}
		if status == 200 && (caller.Kind != middleware.AccessToken || caller.Identity.ID != "ada" || caller.Identity.Type != "USER" || caller.Credential.ClientID != "app") {
			t.Errorf("%s: %+v", vector.Token, caller)
		}
	}
}

func TestATokenNeedsTheScopes(t *testing.T) {
	use(t)
	token := signed(tokenVector{Key: "ours"})
	for scopes, wanted := range map[string]int{"a.b": 200, "a.b c.d": 403} {
		if status, _ := route(t, middleware.AccessTokens{}, strings.Fields(scopes)...)(token); status != wanted {
			t.Errorf("%s: %d", scopes, status)
		}
	}
}

func TestKeysAreReadAgainAfterTenMinutes(t *testing.T) {
	issuing := use(t)
	synctest.Test(t, func(t *testing.T) {
		judge := route(t, middleware.AccessTokens{})
		token := signed(tokenVector{Key: "ours", Claims: map[string]any{"exp": time.Now().Unix() + 6000}})
		expect := func(status, reads int) {
			t.Helper()
			if got, _ := judge(token); got != status || int(issuing.reads.Load()) != reads {
				t.Errorf("%d after %d readings", got, issuing.reads.Load())
			}
		}
		expect(200, 1)
		issuing.keys = public("P-384")
		time.Sleep(590 * time.Second)
		expect(200, 1)
		time.Sleep(20 * time.Second)
		expect(401, 2)
		// The pause after a reading, and a new key behind it.
		issuing.keys = public("ours")
		expect(401, 2)
		time.Sleep(31 * time.Second)
		expect(200, 3)
		// Without an answer there is no judgement.
		issuing.fails = true
		time.Sleep(601 * time.Second)
		expect(503, 4)
		// Strangers do not make the judge ask again at once.
		expect(503, 4)
		time.Sleep(2 * time.Second)
		expect(503, 5)
	})
}

func TestAKnownKeyDoesNotWaitForAnUnknownOne(t *testing.T) {
	issuing := use(t)
	synctest.Test(t, func(t *testing.T) {
		judge := route(t, middleware.AccessTokens{})
		known := signed(tokenVector{Key: "ours", Claims: map[string]any{"exp": time.Now().Unix() + 6000}})
		if status, _ := judge(known); status != 200 {
			t.Fatal(status)
		}
		time.Sleep(31 * time.Second)
		issuing.delay = 3 * time.Second
		go judge(signed(tokenVector{Key: "ours", Header: map[string]any{"kid": "of a stranger"}}))
		synctest.Wait()
		begun := time.Now()
		if status, _ := judge(known); status != 200 || time.Since(begun) != 0 || issuing.reads.Load() != 2 {
			t.Errorf("%d after %s and %d readings", status, time.Since(begun), issuing.reads.Load())
		}
		// The time ends with the test, so the request of the stranger ends first.
		time.Sleep(2 * issuing.delay)
	})
}

func TestRequestsDoNotQueueBehindAnIssuerThatIsSilent(t *testing.T) {
	issuing := use(t)
	issuing.isSilent = true
	synctest.Test(t, func(t *testing.T) {
		judge := route(t, middleware.AccessTokens{ClientID: "api", ClientSecret: "secret"})
		begun := time.Now()
		var requests sync.WaitGroup
		for range 20 {
			requests.Go(func() {
				if status, _ := judge("opaque"); status != 503 {
					t.Error(status)
				}
			})
		}
		requests.Wait()
		// All share one reading, which takes the time limit.
		if time.Since(begun) != 5*time.Second || issuing.silent.Load() != 1 {
			t.Errorf("%d readings took %s", issuing.silent.Load(), time.Since(begun))
		}
		time.Sleep(2 * time.Second)
		issuing.isSilent, issuing.introspected = false, map[string]any{"active": false}
		if status, _ := judge("opaque"); status != 401 {
			t.Error("the document was not read again: ", status)
		}
	})
}

func TestOpaqueTokensAreIntrospected(t *testing.T) {
	issuing := use(t)
	judge := route(t, middleware.AccessTokens{ClientID: "a:pi", ClientSecret: "se cret"})
	good := map[string]any{
		"active": true, "token_type": "Bearer", "iss": issuerName, "aud": audience, "client_id": "app", "sub": "ada", "exp": time.Now().Unix() + 600,
	}
	for _, one := range []struct {
		status int
		change map[string]any
	}{
		{200, nil},
		{200, map[string]any{"aud": []string{"other", audience}}},
		{200, map[string]any{"sub": nil}},
		{401, map[string]any{"active": false}},
		{401, map[string]any{"active": "true"}},
		{401, map[string]any{"token_type": nil}},
		{401, map[string]any{"token_type": "DPoP"}},
		{401, map[string]any{"aud": "other"}},
		{401, map[string]any{"iss": "https://other.example.com"}},
		{401, map[string]any{"exp": 1}},
		{401, map[string]any{"exp": nil}},
		{401, map[string]any{"exp": 1e300}},
		{401, map[string]any{"client_id": nil}},
		{401, map[string]any{"cnf": map[string]string{"jkt": "x"}}},
		{401, map[string]any{"cnf": json.RawMessage("null")}},
		{401, map[string]any{"scope": []string{"a"}}},
	} {
		issuing.introspected = with(good, one.change)
		if status, _ := judge("opaque"); status != one.status {
			t.Errorf("%v: %d, and not %d", one.change, status, one.status)
		}
	}
	id, secret, _ := issuing.seen.BasicAuth()
	if id != "a%3Api" || secret != "se+cret" || issuing.form != "token=opaque&token_type_hint=access_token" {
		t.Error(id, secret, issuing.form)
	}
	if status, _ := route(t, middleware.AccessTokens{})("opaque"); status != 401 {
		t.Error("an opaque token passed without introspection: ", status)
	}
	issuing.name = "https://other.example.com"
	if status, _ := route(t, middleware.AccessTokens{})(signed(tokenVector{Key: "ours"})); status != 503 {
		t.Error("the document of another issuer was used: ", status)
	}
}

// signatureOf signs as JWS demands (RFC 7518, section 3.4). A library would write the header itself.
func signatureOf(key *ecdsa.PrivateKey, frame string) []byte {
	size := key.Params().BitSize / 8
	hash := sha256.Sum256([]byte(frame))
	digest := hash[:]
	if size == 48 {
		longer := sha512.Sum384([]byte(frame))
		digest = longer[:]
	}
	r, s, err := ecdsa.Sign(rand.Reader, key, digest)
	if err != nil {
		panic(err)
	}
	return append(r.FillBytes(make([]byte, size)), s.FillBytes(make([]byte, size))...)
}
