// Package service sends requests to a Keyward service.
package service

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"keyward.example/terraform/internal/table"
)

const (
	attempts = 8
	// The largest answer is a page of 100 objects.
	largestAnswer  = 32 << 20
	longestRequest = 60 * time.Second
	longestPause   = 70 * time.Second
)

// Service is where requests go.
type Service struct {
	origin, key, agent string
	client             *http.Client
	// Pause waits before another attempt. Tests replace it.
	Pause func(context.Context, time.Duration) error
}

// New returns a service for its address and an API key.
func New(origin, key, version string) *Service {
	return &Service{
		origin: strings.TrimRight(origin, "/"),
		key:    key,
		agent:  "keyward-terraform/" + version,
		client: &http.Client{
			Timeout: longestRequest,
			// A redirect would carry the key to another address.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		Pause: pause,
	}
}

// Request is what one call sends.
type Request struct {
	Call *table.Call
	// ID fills the place of the path that names the object.
	ID    string
	Query url.Values
	Body  map[string]any
}

// Refusal is an answer that says no.
type Refusal struct {
	Status    int
	Code      string         `json:"code"`
	Message   string         `json:"error"`
	Details   map[string]any `json:"details"`
	RequestID string         `json:"requestId"`
}

func (refusal *Refusal) Error() string {
	return fmt.Sprintf("%s (%d %s, request %s)", refusal.Message, refusal.Status, refusal.Code, refusal.RequestID)
}

// IsMissing says that the object of a request does not exist.
func IsMissing(err error) bool {
	var refusal *Refusal
	return errors.As(err, &refusal) && refusal.Status == http.StatusNotFound
}

// Do sends a request until an attempt is answered. Attempts of one request share an Idempotency-Key, so no object is made twice.
func (service *Service) Do(ctx context.Context, request Request) (map[string]any, error) {
	body, err := bodyOf(request)
	if err != nil {
		return nil, err
	}
	key := newKey()
	for attempt := 1; ; attempt++ {
		answer, wait, err := service.attempt(ctx, request, body, key)
		if err == nil || wait < 0 || attempt == attempts {
			return answer, err
		}
		if wait == 0 {
			wait = backoff(attempt)
		}
		if pauseErr := service.Pause(ctx, min(wait, longestPause)); pauseErr != nil {
			return nil, err
		}
	}
}

// attempt returns the answer, or how long to wait before another attempt: 0 if the service does not say, and less if there is none.
func (service *Service) attempt(ctx context.Context, request Request, body []byte, key string) (map[string]any, time.Duration, error) {
	call := request.Call
	address := service.origin + pathOf(call.Path, request.ID)
	if len(request.Query) > 0 {
		address += "?" + request.Query.Encode()
	}
	sent, err := http.NewRequestWithContext(ctx, call.Method, address, bytes.NewReader(body))
	if err != nil {
		return nil, -1, err
	}
	sent.Header.Set("Authorization", "Bearer "+service.key)
	sent.Header.Set("Accept", "application/json")
	sent.Header.Set("User-Agent", service.agent)
	if body != nil {
		sent.Header.Set("Content-Type", "application/json")
	}
	if call.Keyed {
		sent.Header.Set("Idempotency-Key", key)
	}
	got, err := service.client.Do(sent)
	if err != nil {
		return nil, again(ctx, call), fmt.Errorf("the service at %s does not answer: %w", service.origin, err)
	}
	defer got.Body.Close()
	content, err := io.ReadAll(io.LimitReader(got.Body, largestAnswer+1))
	if err != nil {
		return nil, again(ctx, call), fmt.Errorf("the answer of %s broke off: %w", service.origin, err)
	}
	if len(content) > largestAnswer {
		return nil, -1, fmt.Errorf("the answer of %s is longer than %d bytes", service.origin, largestAnswer)
	}
	if got.StatusCode >= 300 {
		return nil, waitFor(got, call), refusalOf(got, content)
	}
	if len(content) == 0 {
		return nil, 0, nil
	}
	answer, err := decoded(content)
	if err != nil {
		return nil, -1, fmt.Errorf("the answer of %s is not JSON: is this a Keyward service? %w", service.origin, err)
	}
	return answer, 0, nil
}

// again says whether a request that was not answered may be sent once more. A POST without a key might make a second object.
func again(ctx context.Context, call *table.Call) time.Duration {
	if ctx.Err() != nil || (call.Method == http.MethodPost && !call.Keyed) {
		return -1
	}
	return 0
}

func waitFor(got *http.Response, call *table.Call) time.Duration {
	switch got.StatusCode {
	case http.StatusTooManyRequests:
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		if call.Method == http.MethodPost && !call.Keyed && got.StatusCode != http.StatusServiceUnavailable {
			return -1
		}
	default:
		return -1
	}
	seconds, err := strconv.Atoi(got.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	// Requests that wait together do not come back together.
	return time.Duration(seconds)*time.Second + time.Duration(mathrand.Int64N(int64(time.Second)))
}

func refusalOf(got *http.Response, content []byte) error {
	refusal := &Refusal{Status: got.StatusCode}
	if json.Unmarshal(content, refusal) != nil || refusal.Code == "" {
		refusal.Code = "UNKNOWN"
		refusal.Message = "The answer is not one of Keyward. Check the address of the service."
	}
	if refusal.RequestID == "" {
		refusal.RequestID = got.Header.Get("X-Request-Id")
	}
	return refusal
}

func bodyOf(request Request) ([]byte, error) {
	if request.Body == nil && !request.Call.Body {
		return nil, nil
	}
	if request.Body == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(request.Body)
}

// pathOf fills the places of a path. If there are several, the ID has as many parts.
func pathOf(path, id string) string {
	parts := []string{id}
	if count := strings.Count(path, "{"); count > 1 {
		parts = strings.SplitN(id, "/", count)
	}
	for _, part := range parts {
		before, rest, found := strings.Cut(path, "{")
		if !found {
			break
		}
		_, after, _ := strings.Cut(rest, "}")
		path = before + url.PathEscape(part) + after
	}
	return path
}

// decoded keeps numbers as they are written.
func decoded(content []byte) (map[string]any, error) {
	reader := json.NewDecoder(bytes.NewReader(content))
	reader.UseNumber()
	var answer map[string]any
	err := reader.Decode(&answer)
	return answer, err
}

func newKey() string {
	random := make([]byte, 16)
	// It never fails: the process would end.
	_, _ = rand.Read(random)
	return "terraform-" + hex.EncodeToString(random)
}

func backoff(attempt int) time.Duration {
	longest := time.Duration(1<<attempt) * 250 * time.Millisecond
	return longest/2 + time.Duration(mathrand.Int64N(int64(longest/2)))
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
