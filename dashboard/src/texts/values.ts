// The labels of the values of enumerations. A value has the same label everywhere.
import type {
  AccessConditionClientType,
  AccessDecision,
  AccessPolicyStatus,
  AlertStatus,
  AnomalyStatus,
  AttemptError,
  AttemptOutcome,
  AuditFaultKind,
  AuditResult,
  CertificateUse,
  ConnectionCertificateUse,
  ConnectionCheckName,
  ConnectionHealth,
  ConnectionStatus,
  ConnectionTraceOutcome,
  CredentialStatus,
  DeliveryStatus,
  DeviceTrust,
  DirectorySource,
  DomainStatus,
  Environment,
  IdentityStatus,
  IdentityType,
  InvitationStatus,
  NamedLocationType,
  OidcClientStatus,
  PendingChangeReason,
  PolicyAction,
  PolicyDay,
  PolicyMode,
  PolicyOutcomeOfEvaluation,
  PreviewLogin,
  ProvisioningStatus,
  ScimTokenStatus,
  ServiceProviderStatus,
  SetupLinkStatus,
  Severity,
  SigningKeyStatus,
  TraceDirection,
  TraceOutcome,
  TraceStep,
  UserRole,
  UserStatus,
  VerificationCode,
  WebhookStatus,
  WebhookTestStatus,
} from '../generated/types.gen.ts';

export type Value =
  | AccessConditionClientType
  | AccessDecision
  | AccessPolicyStatus
  | AlertStatus
  | AnomalyStatus
  | AttemptError
  | AttemptOutcome
  | AuditFaultKind
  | AuditResult
  | CertificateUse
  | ConnectionCertificateUse
  | ConnectionCheckName
  | ConnectionHealth
  | ConnectionStatus
  | ConnectionTraceOutcome
  | CredentialStatus
  | DeliveryStatus
  | DeviceTrust
  | DirectorySource
  | DomainStatus
  | Environment
  | IdentityStatus
  | IdentityType
  | InvitationStatus
  | NamedLocationType
  | OidcClientStatus
  | PendingChangeReason
  | PolicyAction
  | PolicyDay
  | PolicyMode
  | PolicyOutcomeOfEvaluation
  | PreviewLogin
  | ProvisioningStatus
  | ScimTokenStatus
  | ServiceProviderStatus
  | SetupLinkStatus
  | Severity
  | SigningKeyStatus
  | TraceDirection
  | TraceOutcome
  | TraceStep
  | UserRole
  | UserStatus
  | VerificationCode
  | WebhookStatus
  | WebhookTestStatus;

export const labels = {
  ACCEPTED: 'Accepted',
  ACKNOWLEDGED: 'Acknowledged',
  ACTIVE: 'Active',
  ADMIN: 'Admin',
  AI_AGENT: 'AI agent',
  ALERT: 'Alert',
  ALLOW: 'Allow',
  ALLOWED: 'Allowed',
  API_KEY: 'API key',
  ASKED: 'Challenged',
  AUDITOR: 'Auditor',
  BLOCK: 'Block',
  BLOCKED_ADDRESS: 'IP address or port not allowed',
  CANCELLED: 'Canceled',
  CERTIFICATES_REPLACED: 'The certificates were replaced.',
  CI_CD: 'CI/CD',
  CONNECTION_LOST: 'Connection lost',
  CONNECTION_REFUSED: 'Connection refused',
  COUNTRY: 'Countries',
  CRITICAL: 'Critical',
  CUT_OFF: 'Cut off',
  DENIED: 'Denied',
  DENY: 'Deny',
  DEPROVISIONED: 'Deprovisioned',
  DEVELOPER: 'Developer',
  DISABLED: 'Disabled',
  DNS_FAILURE: 'DNS error',
  EDITED: 'Edited',
  ENABLED: 'Enabled',
  ENCRYPTION: 'Encryption',
  ENFORCE: 'Enforce',
  EVENT_GONE: 'Event deleted',
  EXPIRED: 'Expired',
  FAILED: 'Failed',
  FAILING: 'Failing',
  FAILURE: 'Failed',
  FALSE_POSITIVE: 'False positive',
  FEDERATION: 'Identity provider',
  FINISHED: 'Finished',
  FORGED: 'Forged',
  FRI: 'Friday',
  HEALTHY: 'Healthy',
  HELD: 'On hold',
  HELPDESK: 'Helpdesk',
  HIGH: 'High',
  HTTP_STATUS: 'HTTP error',
  IDENTITY_INACTIVE: 'Identity inactive',
  IMPORT: 'Import',
  INSERTED: 'Inserted',
  INSUFFICIENT_SCOPE: 'Insufficient scope',
  INVITED: 'Invited',
  IP: 'IP addresses',
  IP_NOT_ALLOWED: 'IP address not allowed',
  LOCAL: 'Created here',
  LOW: 'Low',
  MEDIUM: 'Medium',
  MEMBER: 'Member',
  METADATA: 'Metadata',
  MON: 'Monday',
  MULTI_FACTOR: 'Two-step verification',
  NEW_ENDPOINT_HOST: 'A URL has a new host.',
  NOT_APPLICABLE: 'Not applicable',
  NOT_FOUND: 'Not found',
  OPEN: 'Open',
  OPENED: 'Opened',
  OTHER: 'Other',
  OWNER: 'Owner',
  PASSED: 'Passed',
  PASSWORD: 'Password',
  PAUSED: 'Paused',
  PENDING: 'Pending',
  POLICY_DENIED: 'Denied by policy',
  RECEIVED: 'Received',
  REFUSED: 'Rejected',
  REMOVED: 'Removed',
  REORDERED: 'Reordered',
  REPORTED: 'Reported',
  REPORT_ONLY: 'Report only',
  REQUIRE: 'Require',
  RESOLVED: 'Resolved',
  RESPONSE_TOO_LARGE: 'Response too large',
  RETIRED: 'Retired',
  RETRYING: 'Retrying',
  REVOKE: 'Revoke',
  REVOKED: 'Revoked',
  SAT: 'Saturday',
  SCIM: 'Directory sync',
  SECRET_UNREADABLE: 'Signing secret unreadable',
  SECURITY: 'Security',
  SENT: 'Sent',
  SERVICE_ACCOUNT: 'Service account',
  SIGNING: 'Signatures',
  SUCCESS: 'Succeeded',
  SUN: 'Sunday',
  SUSPEND: 'Suspend',
  SUSPENDED: 'Suspended',
  THU: 'Thursday',
  TIMEOUT: 'Timeout',
  TLS_ERROR: 'TLS error',
  TUE: 'Tuesday',
  UNKNOWN: 'Unknown',
  UPCOMING: 'Upcoming',
  USAGE_EXCEEDED: 'Usage limit reached',
  VALID: 'Valid',
  VERIFIED: 'Verified',
  WEBHOOK_DISABLED: 'Webhook disabled',
  WED: 'Wednesday',
  algorithms: 'Algorithms',
  authentication: 'Client authentication',
  browser: 'Browser',
  build: 'Building the message',
  certificates: 'Certificates',
  check: 'Checks',
  compliant: 'Compliant',
  decode: 'Decoding',
  decrypt: 'Decryption',
  discovery: 'Discovery document',
  endpoints: 'Endpoints',
  issuer: 'Issuer',
  keys: 'Keys',
  live: 'Live',
  machine: 'Machine',
  agent: 'Agent',
  managed: 'Managed',
  metadata: 'Metadata',
  native: 'Native app',
  parse: 'XML',
  shape: 'SAML structure',
  signature: 'Signature',
  test: 'Test',
  unknown: 'Unknown',
  unmanaged: 'Unmanaged',
} as const satisfies Record<Value, string>;

/** The labels of values that the contract does not list: types of resources, and reasons of a risk. */
export const openLabels: Readonly<Record<string, string>> = {
  ANOMALY: 'Anomaly',
  ANONYMOUS_NETWORK: 'Anonymous network',
  BREACHED_PASSWORD: 'Breached password',
  CONNECTION: 'Connection',
  CREDENTIAL: 'Credential',
  FAILURE_BURST: 'Many failed attempts',
  IMPOSSIBLE_TRAVEL: 'Impossible travel',
  KEY: 'Signing key',
  NEW_BROWSER: 'New browser',
  NEW_COUNTRY: 'New country',
  POLICY: 'Policy',
  SERVICE_PROVIDER: 'SAML application',
  USER: 'User',
  WEBHOOK: 'Webhook',
  access_backtest: 'Access policy replay',
  access_device: 'Device',
  access_policy: 'Access policy',
  alert: 'Alert',
  alert_rule: 'Alert rule',
  anomaly: 'Anomaly',
  attribute_schema: 'Attribute schema',
  audit: 'Audit log',
  audit_key: 'Audit log key',
  branding: 'Branding',
  client_registration: 'Client registration',
  connection: 'Connection',
  credential: 'Credential',
  domain: 'Domain',
  group: 'Group',
  identity: 'Identity',
  initial_access_token: 'Initial access token',
  key: 'Signing key',
  magic_link_config: 'Magic link settings',
  mail: 'Email',
  mail_template: 'Email texts',
  named_location: 'Named location',
  oidc_client: 'OpenID Connect application',
  oidc_consent: 'Consent',
  oidc_device: 'Device sign-in',
  oidc_grant: 'Application access',
  oidc_resource: 'Resource',
  oidc_scope: 'Scope',
  organization: 'Organization',
  password_policy: 'Password policy',
  policy: 'Policy',
  registration: 'Registration',
  registration_config: 'Registration settings',
  restore: 'Restore',
  scim_token: 'Directory sync token',
  service_provider: 'SAML application',
  session: 'Session',
  setup_link: 'Setup link',
  social_provider: 'Social provider',
  totp_config: 'Authenticator app settings',
  user: 'User',
  webauthn_config: 'Passkey settings',
  webhook: 'Webhook',
};
