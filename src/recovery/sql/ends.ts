import type { Tx } from '../../platform/tx.ts';

/**
 * Ends what may have been used, or may have ended, after the backup, in every tenant at once:
 *
 * - browsers with their logins and sign-ins, grants, tokens and codes of OpenID Connect, sessions at service providers
 * - links in e-mails, links of invitations, of the dashboard and of setups, access passes, wrapped secrets, challenges
 * - stored responses of idempotent requests, and responses that wait for a step of a page
 * - the present codes of authenticator apps: the last step becomes a step after the present one
 */
export async function endWhatWasOpen(tx: Tx): Promise<void> {
  for (const text of ends) await tx.execute(text);
}

const ends = [
  // Logins, known browsers, sign-ins, and links that a browser asked for go with their browser.
  'delete from browsers',
  'delete from oidc_artifacts',
  'delete from mailed_links',
  'delete from dashboard_links',
  'delete from access_passes',
  'delete from wrapped_secrets',
  'delete from passkey_challenges',
  'delete from totp_enrolments',
  'delete from saml_sessions',
  'delete from saml_logout_parts',
  'delete from saml_logouts',
  'delete from saml_requests',
  'delete from federation_test_sign_ins',
  'delete from idempotency_keys',
  'update federation_responses set handle = null, kept = null where handle is not null or kept is not null',
  'update federation_setup_links set revoked_at = now(), session_hash = null where revoked_at is null and applied_at is null',
  'update invitations set token_hash = null, expires_at = null where token_hash is not null',
  `update totp_factors
      set last_step = greatest(last_step, floor(extract(epoch from now()) / period_seconds)::bigint + 2)`,
];
