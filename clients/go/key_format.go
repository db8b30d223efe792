package keyward

import (
	"hash/crc32"
	"regexp"
)

// SecretKind is a kind of secrets of Keyward.
type SecretKind string

// The kinds of secrets: an API key, a key of an operator, a token with which clients of OpenID Connect are registered, a token of a directory,
// a token of a user for the command line, and a token that stands for another secret.
const (
	APIKey            SecretKind = "API_KEY"
	OperatorKey       SecretKind = "OPERATOR_KEY"
	RegistrationToken SecretKind = "REGISTRATION_TOKEN"
	SCIMToken         SecretKind = "SCIM_TOKEN"
	UserToken         SecretKind = "USER_TOKEN"
	WrapToken         SecretKind = "WRAP_TOKEN"
)

var kinds = map[string]SecretKind{
	"kd_live_":         APIKey,
	"kd_test_":         APIKey,
	"kd_jit_":          APIKey,
	"kd_operator_":     OperatorKey,
	"kd_initial_":      RegistrationToken,
	"kd_registration_": RegistrationToken,
	"kd_user_":         UserToken,
	"kd_refresh_":      UserToken,
	"scim_":            SCIMToken,
	"kd_wrap_":         WrapToken,
}

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

var form = regexp.MustCompile(`^(?:(kd_live_|kd_test_|kd_jit_|kd_operator_|kd_initial_|kd_registration_|scim_|kd_wrap_)[0-9A-Za-z]{43}|(kd_user_|kd_refresh_)[0-9A-Za-z]{86})([0-9A-Za-z]{6})$`)

// KindOf returns the kind of a text that has the form and the check digits of a secret of Keyward, and nothing else before or behind it.
// It sends no request: only the service knows whether the secret exists, or is valid.
func KindOf(text string) (SecretKind, bool) {
	parts := form.FindStringSubmatch(text)
	if parts == nil || parts[3] != checkOf(text[:len(text)-6]) {
		return "", false
	}
	return kinds[parts[1]+parts[2]], true
}

// IsKey returns whether a text has the form and the check digits of an API key (kd_live_…, kd_test_…, kd_jit_…).
func IsKey(text string) bool {
	kind, ok := KindOf(text)
	return ok && kind == APIKey
}

// checkOf returns the CRC-32 of zlib over ASCII text, as six digits of base 62.
func checkOf(text string) string {
	rest := crc32.ChecksumIEEE([]byte(text))
	var check [6]byte
	for at := range check {
		check[5-at] = digits[rest%62]
		rest /= 62
	}
	return string(check[:])
}
