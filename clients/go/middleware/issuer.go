package middleware

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const largestAnswer = 1 << 20

// issuer reads what an issuer says.
type issuer struct {
	name    string
	timeout time.Duration
	client  *http.Client

	mutex    sync.Mutex
	document *discovery
}

// discovery has the addresses of an issuer that its discovery document names.
type discovery struct {
	Issuer        string `json:"issuer"`
	Keys          string `json:"jwks_uri"`
	Introspection string `json:"introspection_endpoint"`
}

func newIssuer(name string, timeout time.Duration) *issuer {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &issuer{name: name, timeout: timeout, client: &http.Client{CheckRedirect: stay}}
}

// discover reads the discovery document once. After a failure, the next call reads it again. All requests share the document, so the end of
// one request does not end the reading.
func (issuer *issuer) discover(ctx context.Context) (*discovery, error) {
	issuer.mutex.Lock()
	defer issuer.mutex.Unlock()
	if issuer.document != nil {
		return issuer.document, nil
	}
	address := strings.TrimSuffix(issuer.name, "/") + "/.well-known/openid-configuration"
	found := new(discovery)
	if err := issuer.get(context.WithoutCancel(ctx), address, found); err != nil {
		return nil, err
	}
	// OpenID Connect Discovery 1.0, section 4.3.
	if found.Issuer != issuer.name {
		return nil, fmt.Errorf("keyward: the discovery document of %s names another issuer", issuer.name)
	}
	issuer.document = found
	return found, nil
}

// introspect asks the issuer about a token (RFC 7662).
func (issuer *issuer) introspect(ctx context.Context, token, id, secret string) (claims, error) {
	document, err := issuer.discover(ctx)
	if err != nil {
		return nil, err
	}
	if document.Introspection == "" {
		return nil, errors.New("keyward: the issuer has no introspection endpoint")
	}
	form := url.Values{"token": {token}, "token_type_hint": {"access_token"}}
	request, err := http.NewRequest(http.MethodPost, document.Introspection, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	// RFC 6749, section 2.3.1: both are encoded as in a form before they are joined.
	request.SetBasicAuth(url.QueryEscape(id), url.QueryEscape(secret))
	var answer claims
	err = issuer.read(ctx, request, &answer)
	return answer, err
}

func (issuer *issuer) get(ctx context.Context, address string, target any) error {
	request, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	return issuer.read(ctx, request, target)
}

// read returns an error for each response but a JSON object. The error has neither the token nor the secret of the client.
func (issuer *issuer) read(ctx context.Context, request *http.Request, target any) error {
	limited, cancel := context.WithTimeout(ctx, issuer.timeout)
	defer cancel()
	request.Header.Set("Accept", "application/json")
	response, err := issuer.client.Do(request.WithContext(limited))
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return fmt.Errorf("keyward: %s answered %d", request.URL.Host, response.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer+1))
	if err != nil {
		return err
	}
	if len(text) > largestAnswer {
		return fmt.Errorf("keyward: the answer of %s is too large", request.URL.Host)
	}
	if !strings.HasPrefix(strings.TrimSpace(string(text)), "{") || json.Unmarshal(text, target) != nil {
		// The error of the parser would show parts of the answer.
		return fmt.Errorf("keyward: the answer of %s is not a JSON object", request.URL.Host)
	}
	return nil
}
