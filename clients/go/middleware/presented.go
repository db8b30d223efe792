package middleware

import (
	"net/http"
	"regexp"
	"slices"
)

var (
	// RFC 6750, section 2.1. A second credential behind a comma does not fit.
	bearer      = regexp.MustCompile(`(?i)^bearer +([\w.~+/-]+=*)$`)
	bare        = regexp.MustCompile(`^([\w.~+/-]+=*)$`)
	startBearer = regexp.MustCompile(`(?i)^bearer(\s|,|$)`)
)

// presentedBy returns the secret of a request, or why there is not exactly one. A request with two secrets is refused, because a proxy and
// this service could each take another one. The name of the header is empty for Authorization: Bearer.
func presentedBy(request *http.Request, header string, scopes []string) (string, *denial) {
	authorization := request.Header.Values("Authorization")
	lines, pattern, wanted := authorization, bearer, "Authorization: Bearer <key>"
	if header != "" {
		lines, pattern, wanted = request.Header.Values(header), bare, header+": <key>"
	}
	isSecond := header != "" && len(lines) == 1 && slices.ContainsFunc(authorization, startBearer.MatchString)
	if len(lines) > 1 || isSecond {
		return "", invalidHeader("The request has more than one credential")
	}
	if len(lines) == 0 || header == "" && !startBearer.MatchString(lines[0]) {
		return "", &denial{status: 401, code: "CREDENTIAL_REQUIRED", message: "Send an API key as `" + wanted + "`", scopes: scopes}
	}
	found := pattern.FindStringSubmatch(lines[0])
	if found == nil {
		return "", invalidHeader("The request does not have exactly one credential")
	}
	return found[1], nil
}

func invalidHeader(message string) *denial {
	return &denial{status: 400, code: "INVALID_CREDENTIAL_HEADER", message: message, bearer: "invalid_request"}
}
