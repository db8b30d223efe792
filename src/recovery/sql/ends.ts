import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Ends what may have been used, or may have ended, after the backup, in every tenant at once:
 *
 * - browsers with their logins and sign-ins, grants, tokens and codes of OpenID Connect, sessions at service providers
 * - links in e-mails, links of invitations, of the dashboard and of setups, access passes, wrapped secrets, challenges
 * - stored responses of idempotent requests, and responses that wait for a step of a page
 * - the present codes of authenticator apps: the last step becomes a step after the present one
 * - keys of operators, because an end after the backup is lost
 */
export async function endWhatWasOpen(tx: Tx): Promise<void> {
  for (const end of ends) await tx.run(end);
}

const ends = [
  // Logins, known browsers, sign-ins, and links that a browser asked for go with their browser.
  sql`delete from browsers`,
  sql`delete from oidc_artifacts`,
  sql`delete from mailed_links`,
  sql`delete from dashboard_links`,
  sql`delete from access_passes`,
  sql`delete from wrapped_secrets`,
  sql`delete from passkey_challenges`,
  sql`delete from totp_enrolments`,
  sql`delete from saml_sessions`,
  sql`delete from saml_logout_parts`,
  sql`delete from saml_logouts`,
  sql`delete from saml_requests`,
  sql`delete from federation_test_sign_ins`,
  sql`delete from idempotency_keys`,
  sql`update federation_responses set handle = null, kept = null where handle is not null or kept is not null`,
  sql`update federation_setup_links set revoked_at = now(), session_hash = null where revoked_at is null and applied_at is null`,
  sql`update invitations set token_hash = null, expires_at = null where token_hash is not null`,
  sql`update totp_factors
      set last_step = greatest(last_step, floor(extract(epoch from now()) / period_seconds)::bigint + 2)`,
  sql`update operator_keys set revoked_at = date_trunc('milliseconds', now()) where revoked_at is null`,
];
