package keyward

import (
	"net/http"
	"strconv"
	"time"
)

// CallOption changes one call.
type CallOption func(*settings)

// settings are what the options of one call say.
type settings struct {
	timeout        time.Duration
	maxRetries     int
	ifMatch        *string
	idempotencyKey *string
	dryRun         bool
	wrapTTL        *time.Duration
	onResponse     func(status int, header http.Header)
}

// WithTimeout limits each attempt, instead of the time limit of the client.
func WithTimeout(limit time.Duration) CallOption {
	return func(settings *settings) { settings.timeout = limit }
}

// WithMaxRetries is the number of attempts after the first, instead of that of the client.
func WithMaxRetries(retries int) CallOption {
	return func(settings *settings) { settings.maxRetries = retries }
}

// WithIfMatch changes only a resource that still has this ETag (RFC 9110, section 13.1.1). Otherwise, the error has the status 412.
// Operations that do not declare If-Match ignore it.
func WithIfMatch(etag string) CallOption {
	return func(settings *settings) { settings.ifMatch = &etag }
}

// WithIdempotencyKey gives a key of your own, so that you can repeat the call after a crash. Otherwise, the client makes a key for each
// call. Operations that do not declare Idempotency-Key are not sent it.
func WithIdempotencyKey(key string) CallOption {
	return func(settings *settings) { settings.idempotencyKey = &key }
}

// WithDryRun returns the result of a change without making it. A call that has no dry run is not sent.
func WithDryRun() CallOption {
	return func(settings *settings) { settings.dryRun = true }
}

// WithWrapTTL wraps the secret of the response for 30 seconds to an hour. Its field then holds a token for Credentials.Unwrap. A call
// that answers no secret is not sent.
func WithWrapTTL(ttl time.Duration) CallOption {
	return func(settings *settings) { settings.wrapTTL = &ttl }
}

// WithResponse hears the status and the header of a success, such as its ETag.
func WithResponse(listen func(status int, header http.Header)) CallOption {
	return func(settings *settings) { settings.onResponse = listen }
}

func (settings settings) check() error {
	if settings.timeout <= 0 {
		return misuse("the time limit must be more than 0")
	}
	if settings.maxRetries < 0 {
		return misuse("the number of retries must be 0 or more")
	}
	return nil
}

// headerOf returns the headers that the options of a call send.
func (settings settings) headerOf(call call) (http.Header, error) {
	header := http.Header{}
	if settings.dryRun {
		// A service that does not know the header would make the change.
		if !call.dry {
			return nil, misuse("WithDryRun is not for this operation")
		}
		header.Set("X-Dry-Run", "true")
	}
	if settings.wrapTTL != nil {
		if !call.wraps {
			return nil, misuse("WithWrapTTL is not for this operation")
		}
		header.Set("X-Wrap-Ttl", strconv.Itoa(int(*settings.wrapTTL/time.Second)))
	}
	// An empty text is refused below. Without the header, the change would have no condition.
	if settings.ifMatch != nil {
		header.Set("If-Match", *settings.ifMatch)
	}
	if call.keyed {
		// The same key on every attempt: the service answers a repetition with the first answer, secret included.
		if settings.idempotencyKey == nil {
			settings.idempotencyKey = new(newKey())
		}
		header.Set("Idempotency-Key", *settings.idempotencyKey)
	}
	for name, values := range header {
		if err := checkHeader(name, values[0]); err != nil {
			return nil, err
		}
	}
	return header, nil
}
