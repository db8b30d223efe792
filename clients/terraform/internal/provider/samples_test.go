package provider

// attributes are the texts of a configuration, by attribute.
type attributes map[string]string

// sample is how the tests configure a kind. Each change adds to what was before. The changes together have every attribute.
type sample struct {
	first   attributes
	changes []attributes
	// drift is what someone else changes. If a kind has no changes, someone else ends the object.
	drift map[string]any
	// refused is a change that the plan or the service refuses, at a path and with words of its sentence.
	refused attributes
	path    string
	words   string
	// unproved are attributes that no change has, with the reason.
	unproved map[string]string
}

const lockout = "it says how a change is made"

var samples = map[string]sample{
	"attribute_schema": {
		first:   attributes{"schema": `jsonencode({ type = "object", properties = { team = { type = "string" } } })`},
		changes: []attributes{{"schema": `jsonencode({ type = "object", properties = { team = { type = "string", maxLength = 20 } } })`}},
		drift:   map[string]any{"schema": map[string]any{"type": "object", "properties": map[string]any{}}},
		refused: attributes{"schema": `jsonencode({ type = "no such type" })`}, path: "schema", words: "type",
	},
	"password_policy": {
		first: attributes{"min_length": "14"},
		changes: []attributes{
			{"min_length": "15", "max_length": "100", "require_uppercase": "true", "require_lowercase": "true", "require_number": "true",
				"require_symbol": "true", "min_character_types": "2", "disallow_common": "false", "disallow_user_info": "false",
				"disallow_repetition": "false", "custom_blocked_words": `["acme", "rocket"]`, "disallow_breached": "false"},
			{"history_count": "3", "max_age_days": "90", "lockout_threshold": "20", "lockout_window_seconds": "300",
				"lockout_duration_seconds": "120", "reset_token_ttl_seconds": "900"},
		},
		drift:   map[string]any{"minLength": 20},
		refused: attributes{"lockout_duration_seconds": "400"}, path: "lockout_duration_seconds", words: "must not be more than",
	},
	"totp_config": {
		first: attributes{"recovery_codes": "8"},
		changes: []attributes{
			{"enabled": "true", "enforcement": `"OPTIONAL"`, "issuer": `"Acme"`, "algorithm": `"SHA256"`, "digits": "8",
				"period_seconds": "20", "window": "2", "recovery_codes": "12", "max_attempts": "4"},
		},
		drift:   map[string]any{"recoveryCodes": 9},
		refused: attributes{"issuer": `"Acme: shop"`}, path: "issuer", words: "must be a name without colons",
	},
	"webauthn_config": {
		first: attributes{"timeout_ms": "70000"},
		changes: []attributes{
			{"enabled": "false", "passwordless": "false", "rp_name": `"Acme"`, "user_verification": `"required"`, "resident_key": `"required"`,
				"attestation": `"direct"`, "authenticator_attachment": `"platform"`,
				"allowed_aaguids": `["cb69481e-8ff7-4039-93ec-0a2729a154a8"]`, "timeout_ms": "80000"},
		},
		drift:    map[string]any{"timeoutMs": 90000},
		unproved: map[string]string{"rp_id": "it must be the domain of the service", "origins": "they must be those of the service"},
		refused:  attributes{"rp_id": `"other.example"`}, path: "rp_id", words: "because browsers require this",
	},
	"magic_link_config": {
		first: attributes{"ttl_seconds": "600"},
		changes: []attributes{
			{"enabled": "true", "ttl_seconds": "700", "max_per_hour": "7", "bind_to_browser": "false", "allow_sign_up": "false",
				"redirect_allowlist": `["https://app.example.com/after"]`},
		},
		drift:   map[string]any{"ttlSeconds": 800},
		refused: attributes{"redirect_allowlist": `["http://app.example.com/after"]`}, path: "redirect_allowlist", words: "must be an https address",
	},
	"registration_config": {
		first:   attributes{"max_per_day": "10"},
		changes: []attributes{{"enabled": "true", "allowed_domains": `["example.com"]`, "max_per_day": "20"}},
		drift:   map[string]any{"maxPerDay": 30},
		refused: attributes{"allowed_domains": `["not a domain"]`}, path: "allowed_domains", words: "must be a domain in lowercase",
	},
	"branding": {
		first: attributes{"display_name": `"Acme"`},
		changes: []attributes{
			{"display_name": `"Acme, Inc."`, "logo_uri": `"https://static.example.com/logo.png"`, "primary_color": `"#112233"`,
				"background_color": `"#fefefe"`, "support_uri": `"https://help.example.com"`, "locale": `"de"`},
		},
		drift:   map[string]any{"displayName": "Another"},
		refused: attributes{"support_uri": `"ftp://help.example.com"`}, path: "support_uri", words: "https",
	},
	"mail_template": {
		first: attributes{"kind": `"INVITATION"`, "language": `"en"`, "subject": `"Welcome to Acme"`},
		changes: []attributes{
			{"subject": `"Join Acme"`, "greeting": `"Hello {name},"`, "greeting_without_name": `"Hello,"`,
				"body": `"We are glad that you join us."`, "footer": `"Acme, Inc."`},
		},
		drift:   map[string]any{"subject": "Another"},
		refused: attributes{"subject": `"Join {nothing}"`}, path: "subject", words: "must not have the placeholder {nothing}",
	},
	"identity": {
		first: attributes{"name": `"deployer"`, "type": `"CI_CD"`},
		changes: []attributes{
			{"name": `"the deployer"`, "description": `"Deploys"`, "owner_user_id": "%user%", "tags": `["payments", "eu"]`,
				"allowed_scopes": `["secrets.read", "audit.read"]`, "allowed_ips": `["192.0.2.0/24"]`},
			{"federated_subjects": `[{ issuer = "https://token.example.com", audience = "keyward", subject = "repo:acme/app", claims = { environment = "production" } }]`,
				"metadata": `jsonencode({ team = "payments", size = 3 })`, "expires_at": `"2030-01-02T03:04:05+01:00"`},
			{"tags": "null", "allowed_scopes": "null", "description": "null", "metadata": "null", "expires_at": "null", "owner_user_id": "null"},
			{"type": `"SERVICE_ACCOUNT"`},
		},
		drift:   map[string]any{"description": "Another"},
		refused: attributes{"allowed_ips": `["not an address"]`}, path: "allowed_ips", words: "CIDR",
	},
	"group": {
		first: attributes{"name": `"Admins"`},
		changes: []attributes{
			{"name": `"Administrators"`, "description": `"They may"`, "external_id": `"x-1"`, "scopes": `["audit.read"]`},
			{"description": "null", "external_id": "null", "scopes": "null"},
		},
		drift:   map[string]any{"description": "Another"},
		refused: attributes{"name": "%taken%"}, path: "name", words: "Choose another name",
	},
	"policy": {
		first: attributes{"name": `"Short lives"`, "type": `"CREDENTIAL_LIFETIME"`, "parameters": `{ max_ttl_seconds = 3600, default_ttl_seconds = 600 }`},
		changes: []attributes{
			{"name": `"Shorter lives"`, "description": `"A day"`, "mode": `"DISABLED"`, "severity": `"HIGH"`, "actions": `["ALERT", "DENY"]`,
				"selector": `{ tags = ["payments"], identity_types = ["CI_CD"] }`, "parameters": `{ max_ttl_seconds = 7200 }`},
			{"selector": `{ tags = ["billing"] }`, "acknowledge_lockout": "true"},
			{"selector": "null", "description": "null", "mode": "null", "acknowledge_lockout": "null"},
			{"type": `"ROTATION_AGE"`, "parameters": `{ max_age_days = 90 }`},
		},
		drift:   map[string]any{"severity": "LOW"},
		refused: attributes{"parameters": `{ max_age_days = 0 }`}, path: "parameters.max_age_days", words: "at least 1",
		unproved: map[string]string{"acknowledge_lockout": lockout},
	},
	"named_location": {
		first: attributes{"name": `"Office"`, "type": `"IP"`, "ip_ranges": `["192.0.2.0/24"]`},
		changes: []attributes{
			{"name": `"The office"`, "ip_ranges": `["192.0.2.0/24", "198.51.100.0/24"]`, "is_trusted": "true"},
			{"type": `"COUNTRY"`, "ip_ranges": "null", "countries": `["DE", "FR"]`, "is_trusted": "null", "include_unknown": "true"},
			{"countries": `["DE"]`, "include_unknown": "false"},
		},
		drift:   map[string]any{"countries": []string{"US"}},
		refused: attributes{"countries": `["DEU"]`}, path: "countries", words: "country",
		unproved: map[string]string{"acknowledge_lockout": lockout},
	},
	"oidc_scope": {
		first: attributes{"name": `"projects.read"`},
		changes: []attributes{
			{"display_name": `"Projects"`, "description": `"Sees projects"`, "claims": `[{ claim = "team", source = "department" }]`, "is_default": "true"},
			{"name": `"projects.write"`},
		},
		drift:   map[string]any{"description": "Another"},
		refused: attributes{"claims": `[{ claim = "sub", source = "department" }]`}, path: "claims[0].claim", words: "must not be a reserved claim",
	},
	"oidc_resource": {
		first: attributes{"identifier": `"https://mcp.example.com"`, "name": `"Project tools"`},
		changes: []attributes{
			{"name": `"Tools"`, "description": `"For projects"`, "scopes": `[{ name = "read", display_name = "Read your projects", description = "Names" }]`,
				"access_token_ttl": "60", "access_token_format": `"opaque"`, "agents": "true"},
			{"identifier": `"https://tools.example.com"`},
		},
		drift:    map[string]any{"description": "Another"},
		unproved: map[string]string{"clients": "it needs a client", "served_by": "it needs a client"},
		refused:  attributes{"scopes": `[{ name = "openid" }]`}, path: "scopes[0].name", words: "must not be a standard scope",
	},
	"oidc_client": {
		first: attributes{"name": `"Shop"`, "redirect_uris": `["https://shop.example.com/callback"]`},
		changes: []attributes{
			{"name": `"The shop"`, "description": `"Sells"`, "logo_uri": `"https://shop.example.com/logo.png"`, "client_uri": `"https://shop.example.com"`,
				"initiate_login_uri": `"https://shop.example.com/start"`, "redirect_uris": `["https://shop.example.com/back"]`,
				"post_logout_redirect_uris": `["https://shop.example.com/bye"]`, "grant_types": `["authorization_code", "refresh_token"]`,
				"response_types": `["code"]`, "scopes": `["openid", "profile"]`, "token_endpoint_auth_method": `"client_secret_post"`,
				"id_token_signed_response_alg": `"ES256"`},
			{"require_pkce": "true", "access_token_format": `"opaque"`, "access_token_signing_alg": `"ES256"`, "access_token_ttl": "600", "id_token_ttl": "700",
				"id_token_claims": "true", "refresh_token_ttl": "86400", "refresh_token_rotation": "true", "refresh_reuse_window": "10",
				"consent_required": "false", "allowed_origins": `["https://shop.example.com"]`,
				"backchannel_logout_uri": `"https://shop.example.com/logout"`, "subject_type": `"public"`, "dpop_bound_access_tokens": "true",
				"resources": `["https://api.example.com"]`, "require_pushed_authorization_requests": "true", "require_issuer_audience": "true",
				"status": `"DISABLED"`},
			{"allowed_groups": "[%group%]", "status": `"ACTIVE"`, "served_resources": `["https://shop.example.com/api"]`},
			{"application_type": `"machine"`, "redirect_uris": "null", "grant_types": "null", "response_types": "null", "post_logout_redirect_uris": "null",
				"initiate_login_uri": "null", "scopes": "null", "allowed_origins": "null", "backchannel_logout_uri": "null", "allowed_groups": "null",
				"refresh_token_rotation": "null", "refresh_reuse_window": "null", "require_pushed_authorization_requests": "null",
				"refresh_token_ttl": "null", "consent_required": "null", "require_pkce": "null", "id_token_claims": "null", "dpop_bound_access_tokens": "null",
				"require_issuer_audience": "null", "id_token_ttl": "null", "id_token_signed_response_alg": "null", "served_resources": "null"},
		},
		drift: map[string]any{"description": "Another"},
		unproved: map[string]string{
			"jwks": "a client has it or a secret", "jwks_uri": "a client has it or a secret", "profile": "it decides other fields",
			"require_signed_request_object": "it needs keys",
		},
		refused: attributes{"logo_uri": `"ftp://shop.example.com"`}, path: "logo_uri", words: "https",
	},
	"service_provider": {
		first: attributes{"name": `"Wiki"`, "entity_id": `"https://wiki.example.com/saml"`, "acs_url": `"https://wiki.example.com/acs"`},
		changes: []attributes{
			{"name": `"The wiki"`, "logo_uri": `"https://wiki.example.com/logo.png"`, "acs_url": `"https://wiki.example.com/acs2"`,
				"slo_url": `"https://wiki.example.com/slo"`, "slo_response_url": `"https://wiki.example.com/slo2"`, "slo_binding": `"HTTP-POST"`,
				"name_id_format": `"emailAddress"`, "attribute_mappings": `[{ name = "mail", source = "email" }]`,
				"audiences": `["https://wiki.example.com/audience"]`, "sign_assertions": "true", "sign_responses": "false"},
			{"signature_algorithm": `"rsa-sha512"`, "assertion_ttl": "120", "session_ttl": "3600", "idp_initiated": "true", "default_relay_state": `"home"`,
				"allowed_groups": "[%group%]", "allow_sha1": "true", "status": `"DISABLED"`, "encryption_algorithm": `"aes128-gcm"`},
			{"acs_url": "null", "acs_urls": `[{ url = "https://wiki.example.com/a", is_default = false }, { url = "https://wiki.example.com/b", is_default = true }]`, "default_relay_state": "null"},
		},
		drift: map[string]any{"sessionTtl": 7200},
		unproved: map[string]string{
			"slo_soap_url": "the service calls it", "name_id_attribute": "it is for persistent names only", "encrypt_assertions": "it needs a certificate",
			"encryption_certificate": "certificates of partners", "signing_certificates": "certificates of partners",
			"require_signed_requests": "it needs a certificate", "metadata_xml": "documents of partners", "metadata_url": "the service calls it",
			"metadata_signing_certificate": "certificates of partners", "signing_key_id": "a key of the tenant",
		},
		refused: attributes{"acs_urls": "null", "acs_url": `"http://wiki.example.com/acs"`}, path: "acs_url", words: "must be https",
	},
	"access_policy": {
		first: attributes{"name": `"Block"`, "priority": "100", "decision": `"BLOCK"`, "conditions": `{ countries = ["KP"] }`},
		changes: []attributes{
			{"name": `"Ask twice"`, "description": `"MFA"`, "priority": "110", "status": `"DISABLED"`, "decision": `"REQUIRE"`, "requirements": `["MFA"]`,
				"conditions": `{ client_types = ["browser"], groups = { include = [%group%] }, schedule = { timezone = "Europe/Berlin", days = ["MON"], from = "08:00", to = "18:00" } }`,
				"session":    `{ max_age_seconds = 3600 }`},
			{"conditions": `{ client_types = ["browser"], groups = { include = ["all"], exclude = [%group%] } }`, "session": "null", "description": "null"},
		},
		drift:   map[string]any{"description": "Another"},
		refused: attributes{"conditions": `{ schedule = { timezone = "Nowhere/City", days = ["MON"], from = "08:00", to = "18:00" } }`},
		path:    "conditions.schedule.timezone", words: "time zone",
		unproved: map[string]string{"acknowledge_lockout": lockout},
	},
	"social_provider": {
		first: attributes{"provider_kind": `"github"`, "name": `"GitHub"`, "client_id": `"abc"`, "client_secret": `"a very secret text"`, "client_secret_version": "1"},
		changes: []attributes{
			{"name": `"The hub"`, "client_id": `"def"`, "client_secret": `"another secret text"`, "client_secret_version": "2", "scopes": `["read:user", "user:email"]`,
				"enabled": "false", "allow_sign_up": "false", "account_linking": `"NONE"`, "allowed_domains": `["example.com"]`},
		},
		drift:    map[string]any{"allowSignUp": true},
		unproved: map[string]string{"issuer": "only the provider oidc takes it"},
		refused:  attributes{"allowed_domains": `["x y"]`}, path: "allowed_domains", words: "must be a domain such as",
	},
	"oidc_connection": {
		first: attributes{"name": `"Partner"`, "issuer": "%issuer%", "client_id": `"abc"`, "client_secret": `"a very secret text"`, "client_secret_version": "1"},
		changes: []attributes{
			{"name": `"The partner"`, "client_id": `"def"`, "client_secret": `"another secret text"`, "client_secret_version": "2",
				"token_endpoint_auth_method": `"client_secret_post"`, "scopes": `["openid", "email"]`, "pkce": "false", "user_info": "false",
				"jit_provisioning": "false", "account_linking": `"EXPLICIT"`, "status": `"DISABLED"`},
			{"groups_claim": `"roles"`, "group_mapping": `[{ value = "admins", group_id = %group% }]`, "allowed_groups": "[%group%]",
				"max_session_seconds": "3600", "attribute_mapping": `{ firstName = { from = ["first"] }, locale = { constant = "de" } }`, "product": `"okta"`},
			{"product": "null", "max_session_seconds": "null", "allowed_groups": "null", "group_mapping": "null", "attribute_mapping": "null"},
		},
		drift: map[string]any{"maxSessionSeconds": 600},
		unproved: map[string]string{
			"discovery_url": "of a partner", "logout_upstream": "of a partner", "domains": "a domain is proved", "enforced": "a domain is proved",
			"trust_email": "a domain is proved", "trust_mfa": "of a partner", "revoke_sessions": lockout,
		},
		refused: attributes{"group_mapping": `[{ value = "a", group_id = "grp_01kahz5v3be4nr7q2m8x9c0d1e" }]`}, path: "group_mapping[0].group_id", words: "must be the ID of an existing group",
	},
	"saml_connection": {
		first: attributes{"name": `"Partner"`, "is_draft": "true"},
		changes: []attributes{
			{"name": `"The partner"`, "sign_requests": "false", "want_assertions_signed": "true", "name_id_format": `"emailAddress"`,
				"allow_idp_initiated": "true", "clock_skew_seconds": "90", "jit_provisioning": "false", "account_linking": `"EXPLICIT"`,
				"groups_claim": `"roles"`, "group_mapping": `[{ value = "admins", group_id = %group% }]`, "allowed_groups": "[%group%]",
				"max_session_seconds": "3600", "attribute_mapping": `{ firstName = { from = ["first"] }, locale = { constant = "de" } }`, "product": `"okta"`},
			{"product": "null", "max_session_seconds": "null", "allowed_groups": "null", "group_mapping": "null", "attribute_mapping": "null"},
		},
		drift: map[string]any{"clockSkewSeconds": 30},
		unproved: map[string]string{
			"idp_entity_id": "of a partner", "sso_url": "of a partner", "sso_binding": "of a partner", "slo_url": "of a partner",
			"slo_response_url": "of a partner", "slo_binding": "of a partner", "certificates": "of a partner", "metadata_xml": "of a partner",
			"metadata_url": "of a partner", "metadata_signing_certificate": "of a partner", "want_encrypted": "it needs keys",
			"subject_attribute": "of a partner", "logout_upstream": "it needs the URL of a partner", "domains": "a domain is proved",
			"enforced": "a domain is proved", "trust_email": "a domain is proved", "trust_mfa": "of a partner", "status": "a draft is not active",
			"revoke_sessions": lockout,
		},
		refused: attributes{"group_mapping": `[{ value = "a", group_id = "grp_01kahz5v3be4nr7q2m8x9c0d1e" }]`}, path: "group_mapping[0].group_id", words: "must be the ID of an existing group",
	},
	"webhook": {
		first: attributes{"name": `"Hook"`, "url": `"https://hooks.example.com/keyward"`, "events": `["identity.created"]`},
		changes: []attributes{
			{"name": `"The hook"`, "url": `"https://hooks.example.com/other"`, "events": `["identity.created", "credential.created"]`, "ordering": `"PER_RESOURCE"`},
			{"signing_secret_version": "2"},
		},
		drift:   map[string]any{"name": "Another"},
		refused: attributes{"url": `"https://10.0.0.1/hook"`}, path: "url", words: "address",
	},
	"alert_rule": {
		first: attributes{"name": `"Alarms"`, "events": `["anomaly.detected"]`},
		changes: []attributes{
			{"name": `"The alarms"`, "events": `["anomaly.detected", "policy.violated"]`, "conditions": `{ min_severity = "HIGH", tags = ["payments"] }`,
				"enabled": "false", "throttle_seconds": "60",
				"channels": `[{ type = "PAGERDUTY", routing_key = "0123456789abcdef0123456789abcdef", routing_key_version = 1 }]`},
			{"channels": `[{ type = "PAGERDUTY", routing_key = "fedcba9876543210fedcba9876543210", routing_key_version = 2 }]`},
			{"conditions": "null", "channels": "null"},
		},
		drift:   map[string]any{"throttleSeconds": 90},
		refused: attributes{"channels": `[{ type = "SLACK", url = "http://hooks.example.com", url_version = 1 }]`}, path: "channels[0].url", words: "must be an absolute https",
	},
	"scim_token": {
		first: attributes{"name": `"Okta"`},
		changes: []attributes{
			{"name": `"Okta production"`, "profile": `"OKTA"`, "permissions": `["users.read", "users.write"]`, "allowed_ips": `["192.0.2.0/24"]`,
				"expires_at": "%later%"},
			{"token_version": "2"},
		},
		refused: attributes{"allowed_ips": `["not an address"]`}, path: "allowed_ips", words: "CIDR",
	},
}
