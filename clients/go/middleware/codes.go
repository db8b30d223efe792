package middleware

import "keyward.example/clients/go"

const invalidToken = "invalid_token"

// refusals has the response to each verification code but VALID. A test compares the table with that of the other languages.
var refusals = map[keyward.VerificationCode]denial{
	keyward.VerificationCodeNOTFOUND:          {status: 401, bearer: invalidToken, message: "The API key is unknown"},
	keyward.VerificationCodeEXPIRED:           {status: 401, bearer: invalidToken, message: "The API key has expired"},
	keyward.VerificationCodeREVOKED:           {status: 401, bearer: invalidToken, message: "The API key was revoked"},
	keyward.VerificationCodeSUSPENDED:         {status: 401, bearer: invalidToken, message: "The API key is suspended"},
	keyward.VerificationCodeIDENTITYINACTIVE:  {status: 401, bearer: invalidToken, message: "The owner of the API key is not active"},
	keyward.VerificationCodeUSAGEEXCEEDED:     {status: 429, message: "The uses of the API key are spent"},
	keyward.VerificationCodeINSUFFICIENTSCOPE: {status: 403, bearer: "insufficient_scope", message: "The API key lacks a scope that this request requires"},
	keyward.VerificationCodeIPNOTALLOWED:      {status: 403, message: "The API key is not allowed from this address"},
	keyward.VerificationCodePOLICYDENIED:      {status: 403, message: "A policy refuses this use of the API key"},
}

// refusalOf returns the response to a verification code that is not VALID. A code of a later release gets no challenge: a challenge would
// call the key wrong, and nothing says that it is.
func refusalOf(code keyward.VerificationCode, scopes []string) *denial {
	refusal, ok := refusals[code]
	if !ok {
		refusal = denial{status: 403, message: "The API key is refused"}
	}
	refusal.code, refusal.scopes = string(code), scopes
	return &refusal
}

func malformed() *denial {
	return &denial{status: 401, code: "MALFORMED", message: "This is not an API key", bearer: invalidToken}
}
