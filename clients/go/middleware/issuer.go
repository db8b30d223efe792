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
	"time"
)

const (
	largestAnswer = 1 << 20
	// For so long, no other reading of what all requests share follows one that failed.
	readPause = time.Second
)

// issuer reads what an issuer says.
type issuer struct {
	name    string
	timeout time.Duration
	client  *http.Client

	// turn has one place, for the request that looks at the fields below. Who waits for it can leave.
	turn     chan struct{}
	document *discovery
	failure  error
	nextRead time.Time
}

// discovery has the addresses of an issuer that its discovery document names.
type discovery struct {
	Issuer        string `json:"issuer"`
	Keys          string `json:"jwks_uri"`
	Introspection string `json:"introspection_endpoint"`
}

func newIssuer(name string, timeout time.Duration) *issuer {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &issuer{name: name, timeout: timeout, client: &http.Client{CheckRedirect: stay}, turn: make(chan struct{}, 1)}
}

// discover reads the discovery document once. After a failure, it is read again after a pause: otherwise, each request that waits would
// wait for a reading of its own, one after another. All requests share the document, so the end of one request does not end the reading.
func (issuer *issuer) discover(ctx context.Context) (*discovery, error) {
	select {
	case issuer.turn <- struct{}{}:
		defer func() { <-issuer.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if issuer.document != nil {
		return issuer.document, nil
	}
	if time.Now().Before(issuer.nextRead) {
		return nil, issuer.failure
	}
	found, err := issuer.readDocument(context.WithoutCancel(ctx))
	issuer.document, issuer.failure = found, err
	if err != nil {
		issuer.nextRead = time.Now().Add(readPause)
	}
	return found, err
}

func (issuer *issuer) readDocument(ctx context.Context) (*discovery, error) {
	address := strings.TrimSuffix(issuer.name, "/") + "/.well-known/openid-configuration"
	found := new(discovery)
	if err := issuer.get(ctx, address, found); err != nil {
		return nil, err
	}
	// OpenID Connect Discovery 1.0, section 4.3.
	if found.Issuer != issuer.name {
		return nil, fmt.Errorf("keyward: the discovery document of %s names another issuer", issuer.name)
	}
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
