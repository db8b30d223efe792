package keyward

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

func essence(header http.Header) string {
	media, _, _ := strings.Cut(header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(media))
}

func isJSON(media string) bool {
	return media == "application/json" || strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json")
}

func isSuccess(got *answer) bool { return got.status >= 200 && got.status < 300 }

// checkType returns a fault if a success is not of the declared type.
func checkType(got *answer, accept string) *Error {
	media := essence(got.header)
	if !isSuccess(got) || accept == "" || media == accept {
		return nil
	}
	if media == "" {
		media = "an answer without a type"
	}
	return unexpected(got, accept+" was expected, not "+media)
}

// faultOf returns the fault that a status of 400 and more stands for, and nil for a success.
func faultOf(got *answer, accept string) *Error {
	// No operation answers with a bare value or a bare list.
	if isSuccess(got) {
		if isJSON(accept) && !isObject(got.body) {
			return unexpected(got, "it is not a JSON object")
		}
		return nil
	}
	body := map[string]any{}
	if isJSON(essence(got.header)) && isObject(got.body) {
		_ = json.Unmarshal(got.body, &body) // isObject has read it.
	}
	code, message := wordsOf(got, body)
	if code == "" {
		fault := unexpected(got, "it is not an error of this API")
		// A health check that fails answers what fails.
		fault.Details = body
		return fault
	}
	details, _ := body["details"].(map[string]any)
	requestID, ok := body["requestId"].(string)
	if !ok {
		requestID = got.header.Get("X-Request-Id")
	}
	return &Error{
		Kind: KindAPI, Code: code, Message: message, Status: got.status, Details: details, RequestID: requestID, RetryAfter: askedDelay(got),
	}
}

// wordsOf returns the code and the message of an error body. SCIM has a body of its own (RFC 7644, section 3.12): its code stands in a
// header, and before the detail.
func wordsOf(got *answer, body map[string]any) (code, message string) {
	code, message = got.header.Get("X-Error-Code"), ""
	detail, isText := body["detail"].(string)
	_, isScim := body["schemas"].([]any)
	if code != "" && isText && isScim {
		return code, strings.TrimPrefix(detail, code+": ")
	}
	code, isCode := body["code"].(string)
	message, isText = body["error"].(string)
	if !isCode || !isText {
		return "", ""
	}
	return code, message
}

func isObject(text []byte) bool {
	return json.Valid(text) && bytes.HasPrefix(bytes.TrimSpace(text), []byte("{"))
}

// redirected returns the error for a redirect. Following the redirect would send the key to another address.
func redirected(got *answer, from *url.URL) *Error {
	where := ""
	if target, err := from.Parse(got.header.Get("Location")); err == nil && got.header.Get("Location") != "" {
		// Without its query: what a sign-on proxy redirects with is not for logs.
		where = fmt.Sprintf(" to %s://%s%s", target.Scheme, target.Host, target.EscapedPath())
	}
	message := fmt.Sprintf("%s://%s redirects%s; set BaseURL to where the service answers itself", from.Scheme, from.Host, where)
	return &Error{Kind: KindAnswer, Code: "REDIRECT", Message: message, Status: got.status}
}

func unexpected(got *answer, what string) *Error {
	message := fmt.Sprintf("the answer (%d) is not what it should be: %s", got.status, what)
	// A service that is down, or the proxy before it, says nothing about the address.
	if got.status != http.StatusTooManyRequests && got.status < 500 {
		message += ". Is BaseURL right?"
	}
	return &Error{
		Kind: KindAnswer, Code: "UNEXPECTED_ANSWER", Message: message, Status: got.status,
		RequestID: got.header.Get("X-Request-Id"), RetryAfter: askedDelay(got),
	}
}
