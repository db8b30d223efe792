import type { Pool } from 'pg';
import { webhookSecretPurpose } from '../domain/webhook-requests.ts';
import type { Log } from '../log.ts';
import { outdatedSecrets } from '../queries/outdated-secrets.ts';
import { replaceSecrets } from '../queries/replace-secrets.ts';
import { type Vault, VaultError } from '../vault.ts';

const page = 500;

/**
 * Seals anew, under the first master key, what an older one sealed, so that the older one can be dropped; says how many
 * secrets no key opens. Safe on several nodes at once.
 */
export async function resealSecrets(
  pool: Pool,
  vault: Vault,
  log: Pick<Log, 'info' | 'error'>,
): Promise<void> {
  let sealed = 0;
  let unreadable = 0;
  let after = { orgId: '', id: '' };
  for (let more = true; more; ) {
    const webhooks = await outdatedSecrets(pool, vault.start, after, page);
    for (const webhook of webhooks) {
      const { orgId, id, secret, previousSecret } = webhook;
      const again = (one: Buffer): Buffer =>
        vault.seal(vault.open(one, orgId, webhookSecretPurpose(id)), orgId, webhookSecretPurpose(id));
      try {
        const now = {
          orgId,
          id,
          secret: again(secret),
          previousSecret: previousSecret && again(previousSecret),
        };
        await replaceSecrets(pool, webhook, now);
        sealed++;
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        unreadable++;
      }
    }
    after = webhooks.at(-1) ?? after;
    more = webhooks.length === page;
  }
  if (sealed > 0)
    log.info({ webhooks: sealed }, 'signing secrets were sealed anew under the first master key');
  if (unreadable > 0)
    log.error(
      { webhooks: unreadable },
      'signing secrets are sealed under a master key that is not in MASTER_KEY: put it back, or rotate them',
    );
}
