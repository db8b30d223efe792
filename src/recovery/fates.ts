/**
 * The fate of a change after the backup (docs/backup.md):
 *
 * - `REPLAYED`: the replay of its target takes it back, or asks the operator about a field that it cannot judge.
 * - `COMPARED`: it may have protected something, and no replay can do it again. The tenant stays closed until the operator accepts it.
 * - `LOST`: it gave something, or the mark has done the same, or it does not protect. Nothing is asked.
 */
export type Fate = 'REPLAYED' | 'COMPARED' | 'LOST';

const verbs: Readonly<Record<string, Partial<Record<Fate, string>>>> = {
  access_backtest: { LOST: 'start' },
  access_device: { REPLAYED: 'delete put' },
  access_policy: { COMPARED: 'create update', REPLAYED: 'delete', LOST: 'order' },
  alert: { LOST: 'update' },
  alert_rule: { COMPARED: 'create delete update', LOST: 'test' },
  anomaly: { LOST: 'update' },
  attribute_schema: { COMPARED: 'update' },
  audit: { LOST: 'export' },
  audit_key: { LOST: 'replace' },
  branding: { REPLAYED: 'update' },
  client_registration: { COMPARED: 'update' },
  config: { LOST: 'apply plan' },
  connection: {
    REPLAYED: 'approve_change delete refresh_metadata update',
    LOST: 'create create_test_sign_in reject_change test test_sign_in',
  },
  credential: {
    REPLAYED: 'clean_up delete leak reactivate revoke rotate suspend update',
    LOST: 'create exchange expire unwrap',
  },
  domain: { REPLAYED: 'fail verify' },
  group: { REPLAYED: 'add_members delete remove_member update', LOST: 'create' },
  identity: { REPLAYED: 'delete reactivate revoke right_size suspend update', LOST: 'create' },
  initial_access_token: { REPLAYED: 'leak revoke', LOST: 'create' },
  key: { REPLAYED: 'remove', LOST: 'activate create retire rotate' },
  magic_link_config: { REPLAYED: 'update' },
  mail: { LOST: 'limit' },
  mail_template: { COMPARED: 'delete update', LOST: 'test' },
  named_location: { COMPARED: 'update', LOST: 'create delete' },
  // The end of a grant of one user is replayed by the row of the withdrawn consent.
  oidc_agent: { REPLAYED: 'delete', LOST: 'approve end_grant issue_tokens' },
  oidc_blocked_hosts: { COMPARED: 'update' },
  oidc_client: {
    REPLAYED: 'delete leak remove_registration rotate_secret update',
    LOST: 'authenticate change_registration create end_unused issue_tokens register',
  },
  oidc_client_document: { LOST: 'change' },
  oidc_client_metadata: { COMPARED: 'update' },
  oidc_consent: { REPLAYED: 'withdraw', LOST: 'grant refuse' },
  oidc_device: { LOST: 'allow refuse' },
  oidc_assertion: { LOST: 'accept issue' },
  oidc_grant: { LOST: 'leak refuse_proof revoke' },
  oidc_resource: { COMPARED: 'update', REPLAYED: 'delete', LOST: 'create' },
  oidc_scope: { COMPARED: 'update', REPLAYED: 'delete', LOST: 'create' },
  organization: { REPLAYED: 'close resume suspend', LOST: 'update' },
  password_policy: { REPLAYED: 'update' },
  policy: { COMPARED: 'create', REPLAYED: 'update', LOST: 'delete' },
  registration: { LOST: 'limit' },
  registration_config: { REPLAYED: 'update' },
  restore: { LOST: 'mark open reconcile suspend' },
  scim_token: { REPLAYED: 'leak revoke', LOST: 'create' },
  service_provider: {
    REPLAYED: 'approve_change delete refresh_metadata update',
    LOST: 'create reject_change sign_off sign_on',
  },
  session: { LOST: 'revoked' },
  setup_link: { LOST: 'create finish open revoke verify_domain' },
  social_provider: { REPLAYED: 'delete update', LOST: 'create' },
  totp_config: { REPLAYED: 'update' },
  user: {
    REPLAYED:
      'delete deprovision enroll_totp reactivate remove_passkey remove_totp renew_recovery_codes reset_factors suspend unlink update use_recovery_code',
    LOST:
      'add_passkey create create_access_pass create_dashboard_link end_session end_sessions invite link local_login locked login ' +
      'login_failed rename_passkey revoke_invitation use_access_pass use_dashboard_link',
  },
  webauthn_config: { REPLAYED: 'update' },
  webhook: {
    REPLAYED: 'delete pause resume rotate_secret update',
    LOST: 'create delete_dead_letter disable recover replay retry test',
  },
  // A listener is gone a minute after its stream.
  webhook_listener: { LOST: 'create delete' },
};

/** The fate of each action. */
export const fates: ReadonlyMap<string, Fate> = new Map(
  Object.entries(verbs).flatMap(([noun, ofNoun]) =>
    Object.entries(ofNoun).flatMap(([fate, all]) =>
      all.split(' ').map((verb): [string, Fate] => [`${noun}.${verb}`, fate as Fate]),
    ),
  ),
);

/** The fate of an action. An action of a newer release is not known here, so the operator compares it. */
export const fateOf = (action: string): Fate => fates.get(action) ?? 'COMPARED';
