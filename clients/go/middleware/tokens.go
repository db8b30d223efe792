package middleware

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
)

// claims are those of a signed token, or the answer of an introspection. Both have the same names (RFC 9068, RFC 7662).
type claims map[string]any

// lastSecond is the end of time that the middleware of TypeScript knows.
const lastSecond = 8.64e12

var isSigned = regexp.MustCompile(`^[\w-]+\.[\w-]+\.[\w-]+$`)

// tokenJudge judges access tokens of one issuer for one API.
type tokenJudge struct {
	tokens AccessTokens
	scopes []string
	issuer *issuer
	keys   *keys
}

func newTokenJudge(tokens AccessTokens, scopes []string, timeout time.Duration) *tokenJudge {
	issuer := newIssuer(tokens.Issuer, timeout)
	return &tokenJudge{tokens: tokens, scopes: scopes, issuer: issuer, keys: &keys{issuer: issuer}}
}

// judge returns an error if no judgement is possible, such as when the issuer cannot be reached.
func (judge *tokenJudge) judge(ctx context.Context, token string) (*Caller, *denial, error) {
	var found claims
	var err error
	switch {
	case isSigned.MatchString(token):
		found, err = judge.keys.claimsOf(ctx, token)
	case judge.tokens.ClientID != "":
		found, err = judge.introspected(ctx, token)
	}
	if err != nil {
		return nil, nil, err
	}
	caller := judge.callerOf(found)
	if caller == nil {
		return nil, &denial{status: 401, code: "INVALID_TOKEN", message: "The access token is not valid for this API", bearer: invalidToken}, nil
	}
	for _, scope := range judge.scopes {
		if !slices.Contains(caller.Credential.Scopes, scope) {
			return nil, &denial{
				status: 403, code: "INSUFFICIENT_SCOPE", message: "The access token lacks a scope that this request requires",
				bearer: "insufficient_scope", scopes: judge.scopes,
			}, nil
		}
	}
	return caller, nil, nil
}

// introspected returns what the issuer says about an opaque token (RFC 7662), and nil if the token is not an active access token.
func (judge *tokenJudge) introspected(ctx context.Context, token string) (claims, error) {
	answer, err := judge.issuer.introspect(ctx, token, judge.tokens.ClientID, judge.tokens.ClientSecret)
	if err != nil {
		return nil, err
	}
	kind, _ := answer["token_type"].(string)
	// Only access tokens have a type. A refresh token is active as well.
	if answer["active"] != true || !strings.EqualFold(kind, "bearer") {
		return nil, nil
	}
	// Without a user, a token has no subject but its client.
	if _, ok := answer["sub"]; !ok {
		answer["sub"] = answer["client_id"]
	}
	return answer, nil
}

// callerOf returns the caller of a token, and nil if the token is not one for this API.
func (judge *tokenJudge) callerOf(found claims) *Caller {
	audiences, isList := found["aud"].([]any)
	if !isList {
		audiences = []any{found["aud"]}
	}
	if found["iss"] != judge.tokens.Issuer || !slices.Contains(audiences, any(judge.tokens.Audience)) {
		return nil
	}
	subject, hasSubject := found["sub"].(string)
	client, hasClient := found["client_id"].(string)
	scope, isText := found["scope"].(string)
	if !hasSubject || !hasClient || !isText && found["scope"] != nil {
		return nil
	}
	now := float64(time.Now().UnixMilli()) / 1000
	expires, ok := found["exp"].(float64)
	if !ok || expires <= now || expires > lastSecond {
		return nil
	}
	if begins, ok := found["nbf"].(float64); found["nbf"] != nil && (!ok || begins > now) {
		return nil
	}
	// A token that is bound to a key of its client is worth nothing without a proof (RFC 9449, RFC 8705).
	if _, isBound := found["cnf"]; isBound {
		return nil
	}
	kind := "USER"
	if subject == client {
		kind = "CLIENT"
	}
	id, _ := found["jti"].(string)
	at := time.UnixMilli(int64(expires * 1000)).UTC()
	return &Caller{
		Kind:       AccessToken,
		Identity:   Identity{ID: subject, Type: kind},
		Credential: Credential{ID: id, Scopes: strings.Fields(scope), ExpiresAt: &at, ClientID: client},
	}
}
