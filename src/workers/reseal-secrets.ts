import type { Pool } from 'pg';
import { auditKeyPurpose } from '../audit/audit-keys.ts';
import { secretMarksPurpose } from '../configuration/secret-marks.ts';
import { signingKeyPurpose } from '../oidc/signing-keys.ts';
import { samlKeyPurpose } from '../saml/saml-keys.ts';
import { channelTargetPurpose } from '../risk/channels/targets.ts';
import { totpSecretPurpose } from '../users/factors/totp.ts';
import { webhookSecretPurpose } from '../webhooks/webhook-requests.ts';
import type { Log } from '../platform/log.ts';
import { keepFirstMasterKey } from '../platform/master-keys.ts';
import { connectionSecretPurpose } from '../federation/connections/connection-secret.ts';
import { encryptionKeyPurpose } from '../federation/connections/encryption-keys.ts';
import { socialSecretPurpose } from '../federation/social/providers.ts';
import {
  outdatedValues,
  replaceValue,
  type SealedColumn,
  type SealedValue,
} from '../platform/sql/master-keys.ts';
import { type Vault, VaultError } from '../platform/vault.ts';

interface Kind extends SealedColumn {
  /** The name of the values in the log. */
  name: string;
  /** The advice to the operator about values that no key opens. */
  remedy: string;
  purposeOf: (owner: string) => string;
}

/**
 * Every column that the master key seals for long, in the order in which they are sealed again.
 * `oidc_artifacts` is left out, because its rows live for seven days at most (docs/decisions/0029).
 * `login_sessions`, `federation_logouts` and `federation_responses` are left out, because their rows end soon,
 * too. `saml_requests` and `saml_logouts` are left out: their rows live for 40 minutes.
 */
export const kinds: readonly Kind[] = [
  {
    table: 'webhooks',
    key: 'id',
    owner: 'id',
    column: 'secret',
    purposeOf: webhookSecretPurpose,
    name: 'signing secrets',
    remedy: 'add that key again, or rotate the secrets',
  },
  {
    // After `secret`: a rotation meanwhile moves the value of `secret` here.
    table: 'webhooks',
    key: 'id',
    owner: 'id',
    column: 'previous_secret',
    purposeOf: webhookSecretPurpose,
    name: 'previous signing secrets',
    remedy: 'add that key again, or wait until the grace period of the secrets is over',
  },
  {
    table: 'webhook_listeners',
    key: 'id',
    owner: 'id',
    column: 'secret',
    purposeOf: webhookSecretPurpose,
    name: 'signing secrets of listeners',
    remedy: 'add that key again, or create the listeners again',
  },
  {
    table: 'alert_channels',
    key: 'id',
    owner: 'id',
    column: 'target',
    purposeOf: channelTargetPurpose,
    name: 'addresses of alert channels',
    remedy: 'add that key again, or send the addresses again; these channels get no alerts until then',
  },
  {
    table: 'audit_keys',
    key: 'id',
    owner: 'id',
    column: 'private_key',
    purposeOf: auditKeyPurpose,
    name: 'audit keys',
    remedy:
      'add that key again, or, if it is lost for good, set MASTER_KEY_LOST to its ID for one start; the audit log is not sealed until then',
  },
  {
    table: 'signing_keys',
    key: 'id',
    owner: 'id',
    column: 'private_key',
    purposeOf: signingKeyPurpose,
    name: 'signing keys',
    remedy:
      'add that key again, or rotate the signing keys as in an emergency; no tokens are signed until then',
  },
  {
    table: 'saml_keys',
    key: 'id',
    owner: 'id',
    column: 'private_key',
    purposeOf: samlKeyPurpose,
    name: 'SAML keys',
    remedy:
      'add that key again, or rotate the SAML keys as in an emergency; users cannot sign in with SAML until then',
  },
  {
    table: 'totp_factors',
    key: 'user_id',
    owner: 'user_id',
    column: 'secret',
    purposeOf: totpSecretPurpose,
    name: 'secrets of authenticator apps',
    remedy: 'add that key again, or have these users set up their apps again',
  },
  {
    // These rows live for half an hour. A user who sets up an app while the key changes can go on.
    table: 'totp_enrolments',
    key: 'holder',
    owner: 'user_id',
    column: 'secret',
    purposeOf: totpSecretPurpose,
    name: 'secrets of authenticator apps that are being set up',
    remedy: 'add that key again, or wait half an hour',
  },
  {
    table: 'social_providers',
    key: 'id',
    owner: 'id',
    column: 'client_secret',
    purposeOf: socialSecretPurpose,
    name: 'client secrets of social providers',
    remedy:
      'add that key again, or set the secrets again; users cannot sign in with these providers until then',
  },
  {
    table: 'federation_connections',
    key: 'id',
    owner: 'id',
    column: 'client_secret',
    purposeOf: connectionSecretPurpose,
    name: 'client secrets of connections',
    remedy:
      'add that key again, or set the secrets again; users cannot sign in by these connections until then',
  },
  {
    table: 'federation_encryption_keys',
    key: 'id',
    owner: 'id',
    column: 'private_key',
    purposeOf: encryptionKeyPurpose,
    name: 'keys that SAML assertions are encrypted for',
    remedy: 'add that key again; users whose assertions are encrypted cannot sign in until then',
  },
  {
    table: 'managed_objects',
    key: 'object_id',
    owner: 'object_id',
    column: 'secrets',
    purposeOf: secretMarksPurpose,
    name: 'hashes of secrets of configurations',
    remedy: 'add that key again; until then, each apply sends the secrets of these objects once more',
  },
];

type Say = Pick<Log, 'info' | 'error'>;

/**
 * Seals under the first master key what an older one sealed, so that the older one can be dropped. Logs how many values no
 * key opens. Safe on several nodes at once.
 */
export async function resealSecrets(pool: Pool, vault: Vault, log: Say): Promise<void> {
  for (const kind of kinds) await reseal(kind, pool, vault, log);
  await keepFirstMasterKey(pool, vault);
}

const page = 500;

async function reseal(kind: Kind, pool: Pool, vault: Vault, log: Say): Promise<void> {
  let sealed = 0;
  let unreadable = 0;
  let after: Pick<SealedValue, 'orgId' | 'key'> = { orgId: '', key: '' };
  for (let more = true; more; ) {
    const values = await outdatedValues(pool, kind, vault.start, after, page);
    for (const value of values) {
      const purpose = kind.purposeOf(value.owner);
      try {
        const content = vault.open(value.sealed, value.orgId, purpose);
        await replaceValue(pool, kind, value, vault.seal(content, value.orgId, purpose));
        sealed++;
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        unreadable++;
      }
    }
    after = values.at(-1) ?? after;
    more = values.length === page;
  }
  if (sealed > 0) log.info({ count: sealed }, `${kind.name} were sealed again under the first master key`);
  if (unreadable > 0)
    log.error(
      { count: unreadable },
      `${kind.name} are sealed under a master key that is not in MASTER_KEY: ${kind.remedy}`,
    );
}
