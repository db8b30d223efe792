// Thousands of tenants that have something of everything that the periodic tasks look at, and nothing that is due.
import pg from 'pg';
import { hashSecret, newSecret } from '../src/lib/secret.ts';
import { createVault } from '../src/platform/vault.ts';
import { settle } from './settle.ts';

/** The id of a tenant, by its number from 1 on. */
const tenantId = (number: number): string => `org_${String(number).padStart(26, '0')}`;

const id = (prefix: string, number = 'n'): string => `'${prefix}_' || lpad((${number})::text, 26, '0')`;

/**
 * Each tenant has an identity with two keys that expire in 200 days, a user, a webhook, a policy that the pass of today has
 * applied, keys that sign for another month, a SAML service provider whose metadata is read tomorrow, a connection and a
 * domain that are checked tomorrow, and an audit chain that is sealed and signed. A delivery and two jobs have failed and wait for
 * their next attempt.
 */
const statements = [
  `insert into tenants (id, organization_id, name, environment, policies_version)
   select ${id('org')}, ${id('grp', '(n + 1) / 2')}, 'Tenant ' || n, case n % 2 when 0 then 'test' else 'live' end, n`,
  `insert into identities (org_id, id, name, type) select ${id('org')}, ${id('idn')}, 'service', 'SERVICE_ACCOUNT'`,
  `insert into credentials (org_id, id, identity_id, name, type, scopes, secret_hash, secret_prefix, secret_last4, expires_at,
                            expiry_notice_at)
   select ${id('org')}, ${id('cred', '2 * n + k')}, ${id('idn')}, 'key', 'API_KEY', '{read:orders}',
          sha256(('key ' || 2 * n + k)::bytea), 'kd_live_', '0000', now() + interval '200 days', now() + interval '170 days'
     from generate_series(0, 1) as k cross join`,
  `insert into users (org_id, id, status, username, email)
   select ${id('org')}, ${id('usr')}, 'ACTIVE', 'person' || n, 'person' || n || '@example.com'`,
  `insert into webhooks (org_id, id, name, url, events, secret)
   select ${id('org')}, ${id('whk')}, 'webhook', 'https://hooks.example.com/' || n, '{user.created}', sealed`,
  `insert into policies (org_id, id, name, type, mode, severity, parameters, actions)
   select ${id('org')}, ${id('pol')}, 'policy', 'INACTIVITY', 'REPORT_ONLY', 'LOW', '{"maxIdleDays": 90}', '{}'`,
  `insert into policy_passes (org_id, day, finished) select ${id('org')}, (now() at time zone 'UTC')::date + 1, true`,
  `insert into signing_keys (org_id, id, algorithm, status, public_key, private_key, activates_at, due_at)
   select ${id('org')}, ${id('sgk')}, 'ES256', 'ACTIVE', '{}', sealed, now(), now() + interval '30 days'`,
  `insert into saml_keys (org_id, id, status, public_key, private_key, certificate, certificate_expires_at, activates_at, due_at)
   select ${id('org')}, ${id('smk')}, 'ACTIVE', '{}', sealed, '', now() + interval '1 year', now(), now() + interval '300 days'`,
  `insert into saml_service_providers
     (org_id, id, name, entity_id, acs_urls, slo_binding, name_id_format, attribute_mappings, audiences, sign_assertions,
      sign_responses, encrypt_assertions, encryption_algorithm, signing_certificates, require_signed_requests, allow_sha1,
      signature_algorithm, assertion_ttl, session_ttl, idp_initiated, metadata_due_at)
   select ${id('org')}, ${id('ssp')}, 'provider', 'https://sp.example.com/' || n, '[]', 'HTTP-Redirect', 'persistent', '[]', '{}',
          true, false, false, 'aes256-gcm', '{}', false, false, 'rsa-sha256', 300, 3600, false, now() + interval '1 day'`,
  `insert into federation_connections (org_id, id, type, name, issuer, client_id, token_endpoint_auth_method, scopes, pkce,
                                       user_info, next_check_at)
   select ${id('org')}, ${id('con')}, 'OIDC', 'connection', 'https://idp.example.com', 'client', 'client_secret_basic', '{openid}',
          true, false, now() + interval '1 day'`,
  `insert into federation_domains (org_id, domain, connection_id, environment, value, status, next_check_at)
   select ${id('org')}, 'tenant' || n || '.example.com', ${id('con')}, case n % 2 when 0 then 'test' else 'live' end, 'value',
          'VERIFIED', now() + interval '7 days'`,
  `insert into audit_chains (org_id, sequence, hash, checkpoint_sequence, checkpoint_at, cut_before)
   select ${id('org')}, 100, sha256(n::text::bytea), 100, now(), date_trunc('month', now() + interval '1 month')`,
  `insert into deliveries (org_id, id, webhook_id, event_id, event_type, event_at, status, attempts, next_attempt_at)
   select ${id('org')}, ${id('dlv')}, ${id('whk')}, ${id('evt')}, 'user.created', now(), 'RETRYING', 3, now() + interval '3 hours'`,
  `insert into tenant_jobs (org_id, class, address, task, payload, max_attempts, due_at)
   select ${id('org')}, class, 'idp.example.com', 'check-connection', '{}', 25, now() + interval '3 hours'
     from unnest(array['call', 'work']) as class cross join`,
];

/**
 * Adds tenants of these numbers. Triggers and foreign keys do not run.
 * @param masterKey in base64. Only the id of the key is right in what is sealed, because nothing opens it
 */
export async function seedTenants(superuserUrl: string, masterKey: string, count: number): Promise<void> {
  const sealed = createVault([Buffer.from(masterKey, 'base64')]).seal('', '', '');
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const text of statements) {
      const from = text.trimEnd().endsWith('cross join') ? '' : ' from';
      await client.query(
        `${text}${from} generate_series(1, ${count}) as n cross join (select '\\x${sealed.toString('hex')}'::bytea as sealed) as s`,
      );
    }
  } finally {
    await client.end();
  }
  await settle(superuserUrl);
}

/** Gives tenants a key with scope `*` each. @returns the keys, by the number of the tenant */
export async function keysOf(superuserUrl: string, numbers: readonly number[]): Promise<string[]> {
  const keys = numbers.map(() => newSecret('kd_live_'));
  const client = new pg.Client(superuserUrl);
  await client.connect();
  try {
    await client.query(
      `insert into credentials (org_id, id, identity_id, name, type, scopes, secret_hash, secret_prefix, secret_last4)
       select g.org_id, 'cred_' || lpad('9' || g.at, 26, '0'), i.id, 'full key', 'API_KEY', '{*}', g.secret_hash, 'kd_live_', '0000'
         from unnest($1::text[], $2::bytea[]) with ordinality as g (org_id, secret_hash, at)
         join identities i on i.org_id = g.org_id`,
      [numbers.map(tenantId), keys.map(hashSecret)],
    );
  } finally {
    await client.end();
  }
  return keys;
}
