import type { Pool } from 'pg';
import { auditKeyPurpose } from '../audit/audit-keys.ts';
import { signingKeyPurpose } from '../oidc/signing-keys.ts';
import { totpSecretPurpose } from '../users/factors/totp.ts';
import { webhookSecretPurpose } from '../webhooks/webhook-requests.ts';
import type { Log } from '../platform/log.ts';
import { keepFirstMasterKey } from '../platform/master-keys.ts';
import { outdatedAuditKeys, replaceAuditKey } from '../audit/sql/outdated-audit-keys.ts';
import {
  outdatedTotpEnrolments,
  outdatedTotpSecrets,
  replaceTotpEnrolment,
  replaceTotpSecret,
} from '../users/factors/sql/outdated-totp-secrets.ts';
import { socialSecretPurpose } from '../federation/providers.ts';
import { outdatedSocialSecrets, replaceSocialSecret } from '../federation/sql/outdated-social-secrets.ts';
import { outdatedSecrets } from '../webhooks/sql/outdated-secrets.ts';
import { outdatedSigningKeys, replaceSigningKey } from '../oidc/sql/outdated-signing-keys.ts';
import { replaceSecrets } from '../webhooks/sql/replace-secrets.ts';
import { type Vault, VaultError } from '../platform/vault.ts';

interface Key {
  orgId: string;
  id: string;
}

/** A table of what is sealed. */
interface Kind<Row extends Key> {
  /** What its rows are, for the log. */
  name: string;
  /** What becomes of those that no key opens. */
  unreadable: string;
  /** Those that are not sealed under the first key, after one of them in the order of their keys. */
  outdated: (pool: Pool, start: Buffer, after: Key, most: number) => Promise<Row[]>;
  /** @param again seals anew */
  replace: (pool: Pool, row: Row, again: (sealed: Buffer, purpose: string) => Buffer) => Promise<void>;
}

const kind = <Row extends Key>(made: Kind<Row>): Kind<Row> => made;

const webhooks = kind({
  name: 'signing secrets',
  unreadable: 'put it back, or rotate them',
  outdated: outdatedSecrets,
  replace: (pool, webhook, again) => {
    const { id, secret, previousSecret } = webhook;
    const purpose = webhookSecretPurpose(id);
    return replaceSecrets(pool, webhook, {
      ...webhook,
      secret: again(secret, purpose),
      previousSecret: previousSecret && again(previousSecret, purpose),
    });
  },
});

const auditKeys = kind({
  name: 'audit keys',
  unreadable: 'put it back; nothing is sealed until then',
  outdated: outdatedAuditKeys,
  replace: (pool, key, again) => replaceAuditKey(pool, key, again(key.privateKey, auditKeyPurpose(key.id))),
});

const signingKeys = kind({
  name: 'signing keys',
  unreadable: 'put it back, or rotate them as in an emergency; no tokens are signed until then',
  outdated: outdatedSigningKeys,
  replace: (pool, key, again) =>
    replaceSigningKey(pool, key, again(key.privateKey, signingKeyPurpose(key.id))),
});

const totpSecrets = kind({
  name: 'secrets of authenticator apps',
  unreadable: 'put it back, or have these people set up their apps again',
  outdated: outdatedTotpSecrets,
  replace: (pool, factor, again) =>
    replaceTotpSecret(pool, factor, again(factor.secret, totpSecretPurpose(factor.id))),
});

/** They live for half an hour; whoever sets up an app while the key changes goes on. */
const totpEnrolments = kind({
  name: 'secrets of authenticator apps that are being set up',
  unreadable: 'put it back, or wait half an hour',
  outdated: outdatedTotpEnrolments,
  replace: (pool, { userId, ...enrolment }, again) =>
    replaceTotpEnrolment(pool, enrolment, again(enrolment.secret, totpSecretPurpose(userId))),
});

const socialSecrets = kind({
  name: 'client secrets of social providers',
  unreadable: 'put it back, or set them anew; nobody signs in with those until then',
  outdated: outdatedSocialSecrets,
  replace: (pool, one, again) =>
    replaceSocialSecret(pool, one, again(one.clientSecret, socialSecretPurpose(one.id))),
});

type Say = Pick<Log, 'info' | 'error'>;

/**
 * Seals anew, under the first master key, what an older one sealed, so that the older one can be dropped; says how much no
 * key opens. Safe on several nodes at once.
 */
export async function resealSecrets(pool: Pool, vault: Vault, log: Say): Promise<void> {
  await reseal(webhooks, pool, vault, log);
  await reseal(auditKeys, pool, vault, log);
  await reseal(signingKeys, pool, vault, log);
  await reseal(totpSecrets, pool, vault, log);
  await reseal(totpEnrolments, pool, vault, log);
  await reseal(socialSecrets, pool, vault, log);
  await keepFirstMasterKey(pool, vault);
}

const page = 500;

async function reseal<Row extends Key>(
  { name, unreadable: remedy, outdated, replace }: Kind<Row>,
  pool: Pool,
  vault: Vault,
  log: Say,
): Promise<void> {
  let sealed = 0;
  let unreadable = 0;
  let after: Key = { orgId: '', id: '' };
  for (let more = true; more; ) {
    const rows = await outdated(pool, vault.start, after, page);
    for (const row of rows) {
      const again = (one: Buffer, purpose: string): Buffer =>
        vault.seal(vault.open(one, row.orgId, purpose), row.orgId, purpose);
      try {
        await replace(pool, row, again);
        sealed++;
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        unreadable++;
      }
    }
    after = rows.at(-1) ?? after;
    more = rows.length === page;
  }
  if (sealed > 0) log.info({ count: sealed }, `${name} were sealed anew under the first master key`);
  if (unreadable > 0)
    log.error(
      { count: unreadable },
      `${name} are sealed under a master key that is not in MASTER_KEY: ${remedy}`,
    );
}
