// Package middleware verifies the API keys that callers send to an API of yours, for net/http and routers that use its handlers.
package middleware

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
)

type contextKey struct{}

// CallerFrom returns the caller of a request by its context, and nil if the handler is not behind RequireKey.
func CallerFrom(ctx context.Context) *Caller {
	caller, _ := ctx.Value(contextKey{}).(*Caller)
	return caller
}

// RequireKey returns middleware that lets only callers with a valid key pass. A handler behind it reads the caller with CallerFrom.
//
// It panics if an option cannot be what it should. So a service with a wrong option does not start.
func RequireKey(options Options) func(http.Handler) http.Handler {
	guard := newGuard(options)
	vary := "Authorization"
	if options.Header != "" {
		vary = options.Header
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
			caller, denied := guard.judge(request)
			if denied != nil {
				denied.write(writer)
				return
			}
			// A shared cache would give the response to others, because it knows no other header than Authorization.
			header := writer.Header()
			header.Add("Vary", vary)
			// Middleware around this may have said no-store, and the handler may still say so.
			if header.Get("Cache-Control") == "" {
				header.Set("Cache-Control", "private")
			}
			next.ServeHTTP(writer, request.WithContext(context.WithValue(request.Context(), contextKey{}, caller)))
		})
	}
}

// denial is a response that refuses a request. It never has the secret of the request.
type denial struct {
	status  int
	code    string
	message string
	// bearer is the error of the challenge (RFC 6750, section 3.1). It is empty if the request has no credential, or if another credential
	// would not help.
	bearer string
	// scopes are those that the endpoint requires. The challenge names them only if the credential lacks them, or if there is none yet.
	scopes []string
	// retryAfter is in seconds.
	retryAfter int
}

func (denial *denial) write(writer http.ResponseWriter) {
	header := writer.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "application/json")
	if denial.status == http.StatusUnauthorized || denial.bearer != "" {
		header.Set("WWW-Authenticate", denial.challenge())
	}
	if denial.retryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(denial.retryAfter))
	}
	writer.WriteHeader(denial.status)
	// A connection that is gone gets no response.
	_ = json.NewEncoder(writer).Encode(map[string]string{"error": denial.message, "code": denial.code})
}

func (denial *denial) challenge() string {
	challenge := `Bearer realm="api"`
	if denial.bearer != "" {
		challenge += `, error="` + denial.bearer + `"`
	}
	if len(denial.scopes) > 0 && (denial.bearer == "" || denial.bearer == "insufficient_scope") {
		challenge += `, scope="` + joined(denial.scopes) + `"`
	}
	return challenge
}
