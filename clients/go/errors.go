package keyward

import (
	"errors"
	"time"
)

// Kind says who found a fault, and whether the service may have acted.
type Kind uint8

const (
	// KindAPI is a refusal of the service. Code is one of its error codes.
	KindAPI Kind = iota + 1
	// KindConnection means that no whole response came: CONNECTION_FAILED, or TIMEOUT. Whether the service acted is unknown.
	KindConnection
	// KindAnswer means that something answered that is not this API: UNEXPECTED_ANSWER or REDIRECT. Mostly BaseURL is wrong.
	KindAnswer
	// KindUsage means that an option or an argument is wrong, and nothing was sent: INVALID_BASE_URL, INVALID_API_KEY, INVALID_ARGUMENT.
	KindUsage
	// KindWebhook means that a request is not a webhook of the service: MISSING_HEADER, TIMESTAMP_OUT_OF_TOLERANCE, SIGNATURE_MISMATCH,
	// INVALID_BODY.
	KindWebhook
)

// Error is every error of this package but those of a context. It never has the API key.
type Error struct {
	Kind Kind
	// Code is stable. Messages may change.
	Code    string
	Message string
	// Status is the HTTP status; 0 if there was no response.
	Status int
	// Details say more. For VALIDATION_ERROR, they name each wrong field.
	Details map[string]any
	// RequestID names the request in the logs of the service.
	RequestID string
	// RetryAfter is how long the service asks to wait; 0 if it does not ask.
	RetryAfter time.Duration
	cause      error
}

func (fault *Error) Error() string { return fault.Code + ": " + fault.Message }

// Unwrap returns the error below, such as that of a connection.
func (fault *Error) Unwrap() error { return fault.cause }

// HasCode returns whether an error is an *Error with a code, such as NOT_FOUND.
func HasCode(err error, code string) bool {
	fault, ok := errors.AsType[*Error](err)
	return ok && fault.Code == code
}

func misuse(message string) *Error {
	return &Error{Kind: KindUsage, Code: "INVALID_ARGUMENT", Message: message}
}
