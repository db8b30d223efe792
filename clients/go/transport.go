package keyward

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// largestAnswer bounds the body of a response, because another server could send without end.
const largestAnswer = 64 << 20

// transport sends requests to one service: time limits, retries, and one type of errors.
type transport struct {
	base, key, agent string
	defaults         settings
	client           *http.Client
}

// answer is a success.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// send returns the JSON of an answer. It returns nil for an answer without a body, as deletions without a dry run have.
func send[Answer any](ctx context.Context, transport *transport, call call, options []CallOption) (*Answer, error) {
	got, err := transport.do(ctx, call, options)
	if err != nil || got.status == http.StatusNoContent {
		return nil, err
	}
	return decode[Answer](got)
}

func decode[Answer any](got *answer) (*Answer, error) {
	result := new(Answer)
	if err := json.Unmarshal(got.body, result); err != nil {
		fault := unexpected(got, "it is not what the contract says")
		fault.cause = err
		return nil, fault
	}
	return result, nil
}

// sendText returns an answer as it is.
func sendText(ctx context.Context, transport *transport, call call, options []CallOption) (string, error) {
	got, err := transport.do(ctx, call, options)
	if err != nil {
		return "", err
	}
	return string(got.body), nil
}

// sendNothing sends a call whose answer has no body.
func sendNothing(ctx context.Context, transport *transport, call call, options []CallOption) error {
	_, err := transport.do(ctx, call, options)
	return err
}

func (transport *transport) do(ctx context.Context, call call, options []CallOption) (*answer, error) {
	settings := transport.defaults
	for _, option := range options {
		option(&settings)
	}
	if err := settings.check(); err != nil {
		return nil, err
	}
	request, err := transport.requestOf(call, settings)
	if err != nil {
		return nil, err
	}
	got, err := transport.repeat(ctx, request, settings)
	// An error of the listener is not one of the call, so no attempt repeats it.
	if err == nil && settings.onResponse != nil {
		settings.onResponse(got.status, got.header)
	}
	return got, err
}

// prepared is a request before its attempts.
type prepared struct {
	call   call
	url    string
	header http.Header
	body   []byte
}

func (transport *transport) requestOf(call call, settings settings) (*prepared, error) {
	target, err := call.target()
	if err != nil {
		return nil, err
	}
	body, err := call.payload()
	if err != nil {
		return nil, err
	}
	header, err := settings.headerOf(call)
	if err != nil {
		return nil, err
	}
	header.Set("User-Agent", transport.agent)
	if transport.key != "" {
		header.Set("Authorization", "Bearer "+transport.key)
	}
	if call.accept != "" {
		header.Set("Accept", call.accept)
	}
	if body != nil {
		header.Set("Content-Type", call.media)
	}
	return &prepared{call, transport.base + target, header, body}, nil
}

func (transport *transport) repeat(ctx context.Context, request *prepared, settings settings) (*answer, error) {
	for attempt := 0; ; attempt++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		got, err := transport.attempt(ctx, request, settings.timeout)
		fault, ok := errors.AsType[*Error](err)
		if !ok || attempt >= settings.maxRetries || !mayRepeat(fault, request.call) {
			return got, err
		}
		delay, ok := delayBeforeRetry(fault, attempt)
		if !ok {
			return nil, err
		}
		if err := sleep(ctx, delay); err != nil {
			return nil, err
		}
	}
}

func (transport *transport) attempt(ctx context.Context, prepared *prepared, limit time.Duration) (*answer, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, prepared.call.method, prepared.url, bytes.NewReader(prepared.body))
	if err != nil {
		return nil, misuse("the address cannot be used: " + err.Error())
	}
	request.Header = prepared.header.Clone()
	// With GetBody, net/http itself sends a request again that the server cannot have seen: on a connection that ended before a byte was
	// written, or of which HTTP/2 says so (RFC 9113, section 8.7). With an Idempotency-Key, it would send others again too. The rules of this
	// client decide about those.
	if prepared.call.keyed {
		request.GetBody = nil
	}
	if prepared.body == nil {
		request.Body, request.ContentLength = http.NoBody, 0
	}
	response, err := transport.client.Do(request)
	if err != nil {
		return nil, notAnswered(ctx, limited, request, limit, err)
	}
	defer func() { _ = response.Body.Close() }()
	got := &answer{status: response.StatusCode, header: response.Header}
	if got.status >= 300 && got.status < 400 {
		return nil, redirected(got, request.URL)
	}
	accept := prepared.call.accept
	if prepared.call.empty && got.status == http.StatusNoContent {
		accept = ""
	}
	// The type is checked before the body is read, because the response of another server may have no end.
	if fault := checkType(got, accept); fault != nil {
		return nil, fault
	}
	got.body, err = io.ReadAll(io.LimitReader(response.Body, largestAnswer+1))
	if err != nil {
		return nil, notAnswered(ctx, limited, request, limit, err)
	}
	if len(got.body) > largestAnswer {
		return nil, unexpected(got, "it is larger than 64 MiB")
	}
	if fault := faultOf(got, accept); fault != nil {
		return nil, fault
	}
	return got, nil
}

// notAnswered returns the error of the context if the caller has ended the call, and otherwise that of the connection.
func notAnswered(ctx, limited context.Context, request *http.Request, limit time.Duration, cause error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	origin := request.URL.Scheme + "://" + request.URL.Host
	if limited.Err() != nil {
		message := fmt.Sprintf("%s did not answer within %s", origin, limit)
		return &Error{Kind: KindConnection, Code: "TIMEOUT", Message: message, cause: cause}
	}
	message := "the connection to " + origin + " failed"
	return &Error{Kind: KindConnection, Code: "CONNECTION_FAILED", Message: message, cause: cause}
}
