package middleware

import (
	"strings"
	"time"
)

// Kind says what a caller has sent.
type Kind string

// A caller has sent an API key of Keyward, or an access token of OpenID Connect.
const (
	APIKey      Kind = "API_KEY"
	AccessToken Kind = "ACCESS_TOKEN"
)

// Caller is who sent a request. An API key and an access token give the same fields.
type Caller struct {
	Kind       Kind
	Identity   Identity
	Credential Credential
	Limits     Limits
}

// Identity is the identity that owns the key, or the subject of the token.
type Identity struct {
	// ID is idn_… for a key, and the subject of a token.
	ID string
	// Name is empty for a token.
	Name string
	// Type is that of the identity, such as CI_CD. It is USER or CLIENT for a token.
	Type string
	// Tags are those of the identity. A token has none.
	Tags []string
	// RiskScore is nil for a token.
	RiskScore *int
}

// Credential is the key or the token.
type Credential struct {
	// ID is cred_… for a key, and the jti of a token, which may have none.
	ID string
	// Name is empty for a token.
	Name   string
	Scopes []string
	// ExpiresAt is nil if a key does not expire.
	ExpiresAt *time.Time
	// ClientID is the OAuth client that got the token. It is empty for a key.
	ClientID string
	// GracePeriod is true if a rotation replaced this key. Its holder should take the new one.
	GracePeriod bool
}

// Limits are what the key may still do.
type Limits struct {
	// RemainingUses is nil if the key has no cap, and for a token.
	RemainingUses *int
}

func joined(scopes []string) string { return strings.Join(scopes, " ") }
