import { randomBytes } from 'node:crypto';
import { loosensClient } from '../../oidc/client-loosening.ts';
import { OidcClient } from '../../oidc/entities/oidc-client.ts';
import { OidcScope } from '../../oidc/entities/oidc-scope.ts';
import { deleteOidcClient } from '../../oidc/oidc-clients.ts';
import { deleteOidcScope } from '../../oidc/oidc-scopes.ts';
import { isStranger } from '../../oidc/strangers.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { lockOne } from '../../platform/locked.ts';
import { operator } from '../subjects.ts';
import { replayRegistration } from './registration.ts';
import { erasedOf, lastOf, type Replay, type Replayed } from './replay.ts';
import { settleFields } from './settling.ts';
import { told } from './told.ts';

const always = { ifMatch: undefined };

/** Replays the end of a client, of its secret, and of what it may do. */
export const replayOidcClient: Replay = async (tx, id, entries) => {
  const client = await lockOne(tx, OidcClient, { id }, { filters: { administered: false } });
  if (!client) return undefined;
  // A client of a stranger has no fields that an administrator changes.
  if (isStranger(client)) return replayRegistration(tx, client, entries);
  const deleted = lastOf(entries, 'oidc_client.delete');
  if (deleted) {
    await deleteOidcClient(tx, id, always, operator);
    return [await told(tx, deleted)];
  }
  const done: Replayed[] = [];
  const rotated = lastOf(entries, 'oidc_client.rotate_secret');
  if (
    rotated &&
    client.secretHash !== null &&
    (client.secretRotatedAt ?? new Date(0)) < new Date(rotated.timestamp)
  ) {
    // No text has this hash. The secret of the rotation is not known.
    client.secretHash = randomBytes(32);
    client.previousSecretHash = null;
    client.previousSecretExpiresAt = null;
    client.secretRotatedAt = tenancyOf(tx).now;
    done.push(await told(tx, rotated));
  }
  const erased = erasedOf(entries, 'oidc_client.update');
  if (erased && client.status === 'ACTIVE') {
    client.status = 'DISABLED';
    done.push(await told(tx, erased));
  }
  const updates = entries.filter(({ action }) => action === 'oidc_client.update');
  return [...done, ...(await settleFields(tx, client, updates, loosensClient))];
};

/** Deletes a scope again. A client of the backup may still have it. */
export const replayOidcScope: Replay = async (tx, id, entries) => {
  const deleted = lastOf(entries, 'oidc_scope.delete');
  if (!(await lockOne(tx, OidcScope, { id }))) return undefined;
  if (!deleted) return [];
  await deleteOidcScope(tx, id, always, operator);
  return [await told(tx, deleted)];
};
