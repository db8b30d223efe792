package keyward

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"time"
	"unicode/utf8"
)

const defaultTolerance = 5 * time.Minute

// WebhookEvent is an event that a webhook delivers. A delivery can come more than once, so remember the ID.
type WebhookEvent struct {
	ID        string         `json:"id"`
	Type      string         `json:"type"`
	Timestamp time.Time      `json:"timestamp"`
	WebhookID string         `json:"webhookId"`
	Data      map[string]any `json:"data"`

	body []byte
}

// Decode writes the event into a structure of its type, such as a CredentialRevokedEvent for credential.revoked.
func (event *WebhookEvent) Decode(target any) error { return json.Unmarshal(event.body, target) }

// WebhookOption changes how VerifyWebhook judges.
type WebhookOption func(*webhookSettings)

type webhookSettings struct {
	tolerance time.Duration
	now       time.Time
}

// WithTolerance says how far the time of sending may be from now. The default is five minutes. Older requests may be replays.
func WithTolerance(tolerance time.Duration) WebhookOption {
	return func(settings *webhookSettings) { settings.tolerance = tolerance }
}

// WithNow judges at another time than now, for tests.
func WithNow(now time.Time) WebhookOption {
	return func(settings *webhookSettings) { settings.now = now }
}

var isTime = regexp.MustCompile(`^\d{1,12}$`)

// VerifyWebhook proves that a request comes from Keyward and is recent, and returns its event. The body is exactly the bytes that were
// received: a body that was parsed and written again does not verify. The secret is that of the webhook, whsec_….
//
// It returns an *Error of KindWebhook if the request is not to be trusted, and of KindUsage if the secret is empty.
func VerifyWebhook(body []byte, header http.Header, secret string, options ...WebhookOption) (*WebhookEvent, error) {
	settings := webhookSettings{tolerance: defaultTolerance, now: time.Now()}
	for _, option := range options {
		option(&settings)
	}
	// With an empty secret, anyone could sign.
	if secret == "" {
		return nil, misuse("the secret must be that of the webhook, whsec_…")
	}
	timestamp, signature := header.Get("X-Service-Timestamp"), header.Get("X-Service-Signature")
	if timestamp == "" || signature == "" {
		return nil, distrust("MISSING_HEADER", "X-Service-Timestamp and X-Service-Signature are both needed")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := settings.now.Sub(time.Unix(seconds, 0)).Abs()
	if err != nil || !isTime.MatchString(timestamp) || age > settings.tolerance {
		return nil, distrust("TIMESTAMP_OUT_OF_TOLERANCE", fmt.Sprintf("it was not sent within %s of now", settings.tolerance))
	}
	code := hmac.New(sha256.New, []byte(secret))
	_, _ = code.Write([]byte(timestamp + ".")) // A hash never fails.
	_, _ = code.Write(body)
	wanted := code.Sum(nil)
	valid := false
	// While a secret is being rotated, the old one signs too.
	for _, candidate := range []string{signature, header.Get("X-Service-Signature-Previous")} {
		given, err := hex.DecodeString(candidate)
		valid = err == nil && hmac.Equal(given, wanted) || valid
	}
	if !valid {
		return nil, distrust("SIGNATURE_MISMATCH", "the signature does not belong to this body and secret")
	}
	// The caller may use its bytes again.
	event := &WebhookEvent{body: bytes.Clone(body)}
	if !utf8.Valid(body) || !isObject(body) || json.Unmarshal(body, event) != nil {
		return nil, distrust("INVALID_BODY", "the body is signed but is not an event")
	}
	return event, nil
}

func distrust(code, message string) *Error {
	return &Error{Kind: KindWebhook, Code: code, Message: message}
}
