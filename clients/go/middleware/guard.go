package middleware

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"

	"keyward.example/clients/go"
)

// guard judges requests.
type guard struct {
	options Options
	// tokens is nil if access tokens are not accepted.
	tokens *tokenJudge
}

func newGuard(options Options) *guard {
	if fault := options.fault(); fault != "" {
		panic("keyward: RequireKey: " + fault)
	}
	options.Scopes = slices.Clone(options.Scopes)
	if options.Timeout == 0 {
		options.Timeout = defaultTimeout
	}
	if options.IPAddress == nil {
		options.IPAddress = addressOf
	}
	guard := &guard{options: options}
	if options.AccessTokens != nil {
		guard.tokens = newTokenJudge(*options.AccessTokens, options.Scopes, options.Timeout)
	}
	return guard
}

// judge returns the caller of a request, or the response that refuses it.
func (guard *guard) judge(request *http.Request) (*Caller, *denial) {
	secret, denied := presentedBy(request, guard.options.Header, guard.options.Scopes)
	if denied != nil {
		return nil, denied
	}
	caller, denied, err := guard.judgeSecret(request, secret)
	if err != nil {
		guard.tell(err)
		return nil, unavailable(err)
	}
	return caller, denied
}

func (guard *guard) judgeSecret(request *http.Request, secret string) (*Caller, *denial, error) {
	if keyward.IsKey(secret) {
		address, err := guard.options.IPAddress(request)
		if err != nil {
			return nil, nil, err
		}
		return guard.verified(request.Context(), secret, address)
	}
	// Check digits tell a key that was copied wrongly, so no request is needed.
	if guard.tokens == nil || strings.HasPrefix(secret, "kd_") || strings.HasPrefix(secret, "scim_") {
		return nil, malformed(), nil
	}
	return guard.tokens.judge(request.Context(), secret)
}

func (guard *guard) verified(ctx context.Context, secret, address string) (*Caller, *denial, error) {
	options := guard.options
	wanted := keyward.VerificationRequest{Credential: secret, Scopes: options.Scopes, Consume: options.Consume, Context: options.Context}
	if isAddress(address) {
		wanted.IPAddress = &address
	}
	// Repeats would let callers wait, and a 429 may ask for a minute.
	found, err := options.Client.Credentials.Verify(ctx, wanted, keyward.WithTimeout(options.Timeout), keyward.WithMaxRetries(0))
	if err != nil {
		return nil, nil, err
	}
	if !found.Valid {
		return nil, refusalOf(found.Code, options.Scopes), nil
	}
	identity, credential := found.Identity, found.Credential
	if found.Code != keyward.VerificationCodeVALID || identity == nil || credential == nil {
		return nil, nil, errors.New("keyward: the verification is valid and names no caller")
	}
	return &Caller{
		Kind: APIKey,
		Identity: Identity{
			ID: identity.ID, Name: identity.Name, Type: string(identity.Type), Tags: identity.Tags, RiskScore: &identity.RiskScore,
		},
		Credential: Credential{
			ID: credential.ID, Name: credential.Name, Scopes: credential.Scopes, ExpiresAt: credential.ExpiresAt, GracePeriod: found.GracePeriod,
		},
		Limits: Limits{RemainingUses: found.RemainingUses},
	}, nil, nil
}

// unavailable returns the response if no judgement came. The cause is for the log of the service and not for its caller.
func unavailable(err error) *denial {
	denied := &denial{
		status: 503, code: "VERIFICATION_UNAVAILABLE", message: "The credential cannot be verified now. Try again later",
	}
	if fault, ok := errors.AsType[*keyward.Error](err); ok {
		denied.retryAfter = int(math.Ceil(fault.RetryAfter.Seconds()))
	}
	return denied
}

// tell calls the log of the service. A log that fails must not change the response.
func (guard *guard) tell(err error) {
	if guard.options.OnUnavailable == nil {
		return
	}
	defer func() { _ = recover() }()
	guard.options.OnUnavailable(err)
}
