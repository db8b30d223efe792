import { rotateEncryptionKey } from '../../federation/connections/encryption-keys.ts';
import { readEncryptionKeys } from '../../federation/connections/sql/encryption-keys.ts';
import { replaceSigningKeys } from '../../oidc/signing-key-rotation.ts';
import { readSigningKeys } from '../../oidc/sql/signing-keys.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { replaceSamlKeys } from '../../saml/saml-key-rotation.ts';
import { readSamlKeys } from '../../saml/sql/saml-keys.ts';
import { restorer } from '../subjects.ts';
import { lastOf, type Replay } from './replay.ts';
import { told } from './told.ts';

/**
 * Replaces the keys of a use if one of them was removed after the backup: others may know it. Tokens and assertions that the restored keys
 * signed are worth nothing then. The keys that were made after the backup are lost.
 */
export const replayKey: Replay = async (tx, id, entries, { vault }) => {
  const removed = lastOf(entries, 'key.remove');
  if (!removed) return [];
  const { orgId } = tenancyOf(tx);
  const has = (keys: readonly { id: string }[]): boolean => keys.some((key) => key.id === id);
  if (has(await readSigningKeys(tx, orgId))) await replaceSigningKeys(tx, vault, restorer, 'ALONE');
  else if (has(await readSamlKeys(tx, orgId))) await replaceSamlKeys(tx, vault, restorer, 'ALONE');
  else if (has(await readEncryptionKeys(tx, orgId)))
    await rotateEncryptionKey(tx, vault, { actor: restorer, emergency: true, seen: 'ALONE' });
  else return undefined;
  return [await told(tx, removed)];
};
