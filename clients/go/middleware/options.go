package middleware

import (
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"keyward.example/clients/go"
)

const defaultTimeout = 5 * time.Second

// Options are the settings of RequireKey. Only Client is required.
type Options struct {
	// Client has a key with the scope credentials.verify.
	Client *keyward.Client
	// Scopes are those that the caller must have, all of them.
	Scopes []string
	// Consume says whether a valid request counts as a use of the key; nil means yes.
	Consume *bool
	// Header holds the bare key, such as X-API-Key, instead of Authorization: Bearer.
	Header string
	// Context has facts about the use, for policies of conditional access.
	Context map[string]any
	// IPAddress returns the address of the caller. Keys with AllowedIps need it. The default is the address of the connection, which is
	// that of the proxy behind one. An error gets 503.
	IPAddress func(*http.Request) (string, error)
	// AccessTokens accepts access tokens of OpenID Connect as well.
	AccessTokens *AccessTokens
	// Timeout limits one verification, which is never repeated. The default is 5 seconds. For an access token, it limits each of at most two
	// requests to the issuer.
	Timeout time.Duration
	// OnUnavailable hears why a request got 503, for your log. It does not change the response.
	OnUnavailable func(error)
}

// AccessTokens are those that an endpoint accepts beside API keys.
type AccessTokens struct {
	// Issuer is that of the tokens, as its discovery document names it.
	Issuer string
	// Audience is this API: the resource that clients name when they get a token.
	Audience string
	// ClientID and ClientSecret are those of the client that introspects opaque tokens. Without them, only signed tokens are accepted.
	ClientID, ClientSecret string
}

var (
	isScope  = regexp.MustCompile(`^[\x21\x23-\x5b\x5d-\x7e]+$`)
	isHeader = regexp.MustCompile("^[\\w!#$%&'*+.^`|~-]+$")
)

// fault returns what would otherwise refuse or allow each request by mistake, or "".
func (options Options) fault() string {
	isWrong := func(scope string) bool { return !isScope.MatchString(scope) }
	switch {
	case options.Client == nil:
		return "Client must be a client of Keyward"
	case slices.ContainsFunc(options.Scopes, isWrong):
		return "Scopes must be a list of scopes"
	case options.Header != "" && (!isHeader.MatchString(options.Header) || strings.EqualFold(options.Header, "Authorization")):
		return "Header must be the name of a header other than Authorization"
	case options.Timeout < 0:
		return "Timeout must not be less than 0"
	}
	tokens := options.AccessTokens
	switch {
	case tokens == nil:
		return ""
	// A variable that is not set would turn the check of the audience off.
	case tokens.Issuer == "" || tokens.Audience == "":
		return "AccessTokens must have an Issuer and an Audience"
	case (tokens.ClientID == "") != (tokens.ClientSecret == ""):
		return "AccessTokens must have a ClientID and a ClientSecret, or neither"
	}
	return ""
}

// addressOf returns the address of the connection of a request. A socket of Unix has none.
func addressOf(request *http.Request) (string, error) {
	address, err := netip.ParseAddrPort(request.RemoteAddr)
	if err != nil {
		return "", nil
	}
	return address.Addr().Unmap().WithZone("").String(), nil
}

// isAddress returns whether the service accepts a text as the address of a caller.
func isAddress(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && address.Zone() == ""
}
