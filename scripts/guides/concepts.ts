// Words that readers use for a concept, and where the documentation explains the concept. The service reads the tables from
// generated/docs/concepts.json.

/** A concept: the text of its result, the path of its place, and phrases for it. */
type Concept = readonly [title: string, path: string, ...phrases: string[]];

const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));
const listOf = (cell = ''): string[] => cell.split(', ');

/** A question finds a concept first if its phrases have at least 60 % of the words of the question. */
export const concepts: readonly Concept[] = rowsOf(`
Quick start | guides/quick-start | getting started, install, tutorial, first steps
API keys | guides/quick-start#issue-and-verify-a-credential | API key, create API key, issue key, service account, machine user
Verifying a key | guides/verification | verify API key, validate key, check key, verification codes
Middleware | guides/middleware | middleware, Express, Fastify, Hono, Next.js, FastAPI, Django, net/http, Go middleware, protect an API, WWW-Authenticate
Rotating a credential | operations/rotateCredential | rotate, rotation, rotate key, rotate API key, API key rotation, credential rotation, replace key, renew key, grace period
Revoking a credential | operations/revokeCredential | revoke, revoke key, revoke API key, disable key, invalidate key
Scopes and rights | guides/rights | scopes, permissions, rights, privileges, authorization, least privilege
Organizations | guides/organizations | organizations, create organization, create tenant, provisioning tenants, operator key
Roles | guides/users-and-the-api#what-a-user-may-do | roles, role based access control, RBAC, user roles, admin role, assign role
Lost keys | guides/rights#recovering-a-tenant-without-a-full-key | lost key, lost API key, recover key, key recovery
Rate limits | guides/rate-limits | rate limit, rate limit per key, limit key, verification limit, throttling, quota, too many requests, 429
Leaked keys | guides/leaked-keys | leaked key, secret scanning, leaked secret, key on GitHub, exposed key
Unused credentials | guides/unused-credentials | unused keys, stale keys, inactive credentials, clean up keys
Configuration as code | guides/config-as-code | configuration as code, GitOps, declarative configuration, infrastructure as code, export configuration, import configuration
Keys without a secret | guides/workload-identity | workload identity, GitHub Actions, OIDC federation for CI, keyless, Kubernetes service account
Secrets for others | guides/wrapping | wrap secret, share secret, one-time secret, response wrapping
IP allowlist | operations/createCredential#body.allowedIps | IP allowlist, allowed IPs, restrict by IP, whitelist
Authentication of requests | guides/requests#authentication | authentication, bearer token, authorization header, authenticate
Idempotency | guides/requests#idempotency | idempotency, idempotency key, safe retry, retry request
Versions of resources | guides/requests#versions | ETag, If-Match, optimistic locking, concurrency, lost update
Pagination | guides/lists | pagination, paging, cursor, next page, list users pagination
Filters and sorting | guides/lists#filters | filter, sort, filtering
Errors | errors | errors, error codes, error handling
Status codes | guides/status-codes | HTTP status, status code
CORS | guides/users-and-the-api#what-a-request-needs | CORS, cross origin, CSRF
Client libraries | guides/quick-start#client-libraries-and-tools | SDK, client library, TypeScript client, Python client, npm package
Signatures of webhooks | guides/webhooks#3-receive-events | webhook signature, verify webhook, verify webhook signature, HMAC, raw body, signing secret
Retries of webhooks | guides/delivery#retries | webhook retry, webhook retries, redelivery, retry schedule, backoff
Missed webhooks | guides/webhooks#6-replay-dead-letters | replay webhook, replay events, dead letter, missed webhook, resend webhook
Secrets of webhooks | guides/webhooks#7-rotate-the-secret-without-a-gap | rotate webhook secret, webhook secret
Event types | events | event, events, event types, list of events, webhook events
Copying users to your database | guides/webhooks | sync users, sync users database, webhooks, notifications, subscribe events
Signing in | guides/sign-in | login, log in, sign in, signin, login page, authenticate users
Forgotten passwords | guides/sign-in#links-by-email | reset password, password reset, forgot password, reset user password, password reset email
Links by email | guides/sign-in#links-by-email | magic link, magic link login, passwordless, passwordless email
Sessions | guides/sign-in#when-sessions-end | session, session timeout, session lifetime, session expiry, remember me
Signing out | guides/oidc#logout | logout, log out, sign out, single logout OIDC, end session
Logout upstream | guides/federation#signing-in | logout identity provider, propagate logout, upstream logout
Lockout | guides/sign-in#failed-sign-ins-and-lockout | lockout, locked account, unlock user, brute force, brute force detection, account locked, failed logins
Second factors | guides/second-factors | MFA, 2FA, two factor, multi factor authentication, TOTP, authenticator app, OTP, recovery codes
Lost factors | guides/second-factors#for-administrators | reset MFA, lost phone, reset second factor, lost authenticator
Passkeys | guides/passkeys | WebAuthn, FIDO2, security key, Face ID, passkey
Password policy | guides/authentication-settings#password-policy | password policy, password strength, password rules, password length
Breached passwords | guides/authentication-settings#breached-passwords | breached passwords, pwned passwords, leaked passwords
Branding | guides/authentication-settings#branding | branding, logo, theme, customize login page, white label, colors
Texts of e-mails | guides/authentication-settings#texts-of-mails | email templates, mail templates, customize emails, email subject, invitation email text, email wording
Registration | guides/authentication-settings#new-accounts | sign up, signup, self registration, registration, create account
Social sign-in | guides/social-sign-in | social login, Google login, login with Google, GitHub login, sign in with Microsoft, Apple login
Linked accounts | guides/social-sign-in#how-accounts-belong-to-users | account linking, link accounts, merge accounts, linked accounts
Importing users | guides/directory#importing-users | import users, user import, bulk import, migrate users, user migration, move users, import password hashes
Invitations | guides/directory#invitations | invite user, invitation, invite
Custom attributes | guides/directory#the-schema-of-attributes | custom attributes, user attributes, custom fields, user metadata, profile fields
Impersonation | guides/what-keyward-is-not#troubleshooting | impersonate, impersonation, impersonate user, login as user, act as user, on behalf of
Lost access of administrators | guides/dashboard#first-run | locked out admin, locked out administrator account, recover admin, admin access, lost admin
OpenID Connect | guides/oidc | OIDC, OAuth, OAuth2, discovery document, issuer, authorization code, PKCE
Tokens | guides/oidc#tokens | access token, refresh token, refresh token rotation, ID token, JWT, token lifetime, token exchange, DPoP
Claims | guides/oidc#scopes-and-claims | claims, custom claims, userinfo, groups claim, token claims
Client credentials | guides/oidc-clients#application-types | client credentials, client credentials flow, M2M, machine to machine, application types, single page app, device code
Client secrets | guides/oidc-clients#rotating-a-client-secret | rotate client secret, client secret, regenerate client secret
Redirect URIs | guides/oidc-clients#settings | redirect URI, callback URL, redirect URL mismatch
Signing keys | guides/signing-keys | JWKS, JSON Web Key Set, JSON web key set endpoint, signing key, public key, key rotation
Consent | guides/oidc#consent | consent, consent screen, third party app
SSO of companies | guides/federation | SSO, single sign on, enterprise SSO, identity provider, IdP, connection, Active Directory, home realm discovery
Okta | guides/federation#okta | Okta, Okta SSO, Okta OIDC
Entra ID | guides/federation#entra-id | Entra, Azure AD, Azure AD SSO, Microsoft Entra ID
Google Workspace | guides/federation#google-workspace | Google Workspace, Google Workspace SSO, G Suite
Domains | guides/federation#proving-a-domain | verify domain, domain verification, email domain, prove domain
Setup links | guides/federation#setup-links | setup link, self-service SSO, admin portal
Enforced SSO | guides/federation#enforcing-the-connection | enforce SSO, require SSO, disable password login
Just-in-time users | guides/federation#how-accounts-belong-to-users | just in time provisioning, JIT provisioning
SAML | guides/saml | SAML, SAML IdP, SAML application, service provider, SAML SSO
SAML metadata | guides/saml#registering-a-service-provider | SAML metadata, metadata XML, SAML metadata import, entity ID, ACS URL
Certificates of SAML | guides/saml#certificates-that-expire | SAML certificate, SAML certificate expired, certificate expiry
Sign-in that starts at Keyward | guides/saml#starting-at-keyward | IdP initiated, IdP initiated SSO, IdP initiated single sign-on, RelayState
SAML logout | guides/saml#signing-out | SAML logout, single logout, SLO
SCIM | guides/scim | SCIM, SCIM provisioning, user provisioning, user provisioning SCIM, directory sync, deprovisioning, provisioning
Conditional access | guides/conditional-access | conditional access, block country, geo blocking, device trust, zero trust, trusted network
Break-glass access | guides/conditional-access#break-glass-access | break glass, emergency access, locked out by policy
The audit log | guides/audit | audit, audit log, audit trail, SIEM, activity log, tamper proof log
Erasing a user | guides/audit#erasing-a-user | GDPR, erase user, delete personal data, right to be forgotten
Retention | guides/retention | retention, data retention, how long data kept, log retention
Anomalies | guides/risk | anomaly, anomaly detection, risk score, suspicious activity, alerts
Deploying | guides/deploying | deploy, production, self host, hosting, go live checklist
Container image | guides/deploying#container-image | Docker, container, Docker image, podman
Compose | guides/deploying#compose | docker compose, compose
Kubernetes | guides/deploying#kubernetes | Kubernetes, Helm, Helm chart, K8s
TLS and proxies | guides/deploying#tls-and-proxies | TLS, reverse proxy, nginx, HTTPS, behind proxy, X-Forwarded-For
Sending email | guides/deploying#email | SMTP, email settings, send email, mail server
The master key | guides/deploying#master-key | master key, encryption key, encryption at rest
Configuration | guides/configuration | environment variables, settings, config, env vars
High availability | guides/high-availability | high availability, HA, failover, cluster, redundancy
Backups | guides/backup | backup, restore, disaster recovery, export data, export realm, realm backup
Rolling back | guides/upgrading#rollback | rollback, roll back, roll back upgrade, downgrade
Upgrading | guides/upgrading | upgrade, update version, zero downtime, rolling upgrade, migrate version, database migration
Metrics | guides/logging#metrics | metrics, Prometheus, Prometheus metrics, Grafana, monitoring
Logs | guides/logging | logs, logging, log level
Traces | guides/tracing | tracing, OpenTelemetry, OTel, Jaeger
Health checks | guides/deploying#probes | health check, liveness, readiness, probe
Performance | guides/performance | performance, benchmark, latency, throughput
Tenants | guides/quick-start | multi tenancy, multi tenant, realm, tenant, organization
Test data | guides/requests#authentication | test mode, sandbox, test key, test environment
Mock server | guides/mocking | mock, mock server, fake server, local development
The contract | operations | OpenAPI, Swagger, OpenAPI spec, API reference, Postman
`).map(([title = '', place = '', phrases]): Concept => [title, `/docs/${place}`, ...listOf(phrases)]);

/** Words, and what they mean here. A result has the word, or all words of one of its meanings. */
export const synonyms: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  rowsOf(`
mfa | second factor
2fa | second factor
totp | second factor
otp | code
sso | connection, federation
idp | identity provider
sp | service provider
login | sign, session
logon | sign
signin | sign
logout | sign out, end session
signup | registration
key | credential
apikey | credential
token | credential
role | scope, permission
permission | scope, right
tenant | organization
realm | organization, tenant
account | user
member | user
admin | administrator, owner
webauthn | passkey
fido | passkey
fido2 | passkey
jwks | signing key
k8s | kubernetes
docker | container
otel | opentelemetry, trace
prometheus | metric
azure | entra
disable | suspend, pause
deactivate | suspend, deprovision
block | suspend, refuse
enable | reactivate, resume
regenerate | rotate
renew | rotate
expire | expiresat, end
expiration | expiresat
ttl | expiresat
remove | delete
edit | update
change | update
fetch | get, list
email | mail
forgot | forgotten
throttle | rate limit
paging | cursor, page
whitelist | allowed
provisioning | scim
siem | audit export
`).map(([word = '', meanings]) => [word, listOf(meanings)]),
);
