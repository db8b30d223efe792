package middleware

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	// For so long, keys are used without reading them again. The issuer may withdraw a key.
	keysLifetime = 10 * time.Minute
	// For so long, an unknown key does not make the judge read the keys again.
	keysCooldown = 30 * time.Second
)

var algorithms = []jose.SignatureAlgorithm{jose.ES256, jose.RS256, jose.PS256, jose.EdDSA}

// keys are those of an issuer.
type keys struct {
	issuer *issuer
	known  atomic.Pointer[knownKeys]

	// mutex is held while the keys are read.
	mutex    sync.Mutex
	nextRead time.Time
	failed   bool
}

type knownKeys struct {
	byID  map[string]*jose.JSONWebKey
	until time.Time
}

// claimsOf returns the claims of a signed access token (RFC 9068), and nil if the token is wrong. It returns an error if the keys of the
// issuer cannot be read.
func (keys *keys) claimsOf(ctx context.Context, token string) (claims, error) {
	parsed, err := jwt.ParseSigned(token, algorithms)
	if err != nil || len(parsed.Headers) != 1 {
		return nil, nil
	}
	header := parsed.Headers[0]
	// RFC 7515, section 4.1.11: no extension is understood here.
	if _, isCritical := header.ExtraHeaders["crit"]; isCritical || header.KeyID == "" || !isAccessToken(header) {
		return nil, nil
	}
	key, err := keys.find(ctx, header.KeyID)
	if key == nil || err != nil {
		return nil, err
	}
	isOther := key.Algorithm != "" && key.Algorithm != header.Algorithm || key.Use != "" && key.Use != "sig"
	var found claims
	if isOther || parsed.Claims(key, &found) != nil {
		return nil, nil
	}
	return found, nil
}

func isAccessToken(header jose.Header) bool {
	kind, _ := header.ExtraHeaders[jose.HeaderType].(string)
	return strings.TrimPrefix(strings.ToLower(kind), "application/") == "at+jwt"
}

// find returns the public key with an ID, and nil if the issuer has none.
func (keys *keys) find(ctx context.Context, id string) (*jose.JSONWebKey, error) {
	// Without the mutex: a known key does not wait while the unknown one of a stranger is looked up.
	if key := keys.knownKey(id); key != nil {
		return key, nil
	}
	keys.mutex.Lock()
	defer keys.mutex.Unlock()
	// Another request may have read the keys meanwhile.
	if key := keys.knownKey(id); key != nil {
		return key, nil
	}
	now := time.Now()
	if now.Before(keys.nextRead) {
		known := keys.known.Load()
		if keys.failed || known == nil || now.After(known.until) {
			return nil, errors.New("keyward: the keys of the issuer could not be read a moment ago")
		}
		return nil, nil
	}
	if err := keys.readAgain(ctx); err != nil {
		keys.failed, keys.nextRead = true, time.Now().Add(readPause)
		return nil, err
	}
	return keys.knownKey(id), nil
}

func (keys *keys) knownKey(id string) *jose.JSONWebKey {
	known := keys.known.Load()
	if known == nil || time.Now().After(known.until) {
		return nil
	}
	return known.byID[id]
}

// readAgain reads the keys. All requests share them, so the end of one request does not end the reading.
func (keys *keys) readAgain(ctx context.Context) error {
	shared := context.WithoutCancel(ctx)
	document, err := keys.issuer.discover(shared)
	if err != nil {
		return err
	}
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := keys.issuer.get(shared, document.Keys, &set); err != nil {
		return err
	}
	now := time.Now()
	found := &knownKeys{byID: map[string]*jose.JSONWebKey{}, until: now.Add(keysLifetime)}
	for _, text := range set.Keys {
		key := new(jose.JSONWebKey)
		// Keys of other kinds are ignored (RFC 7517, section 5). go-jose would refuse the whole set.
		if json.Unmarshal(text, key) == nil && key.Valid() && key.IsPublic() {
			found.byID[key.KeyID] = key
		}
	}
	keys.known.Store(found)
	keys.failed, keys.nextRead = false, now.Add(keysCooldown)
	return nil
}
