import type { SigningKey } from '../../../generated/types/types.gen.ts';
import { rotateEncryptionKey } from '../../federation/connections/encryption-keys.ts';
import { readEncryptionKeys } from '../../federation/connections/sql/encryption-keys.ts';
import { viewEncryptionKey } from '../../federation/connections/views/encryption-keys.ts';
import { replaceSigningKeys, rotateSigningKeys } from '../../oidc/signing-key-rotation.ts';
import { Failure } from '../../failure.ts';
import { type Handlers, ok } from '../../operation.ts';
import { offsetOf, pageOf } from '../../lib/page.ts';
import type { Actor } from '../../platform/events.ts';
import type { Seen } from '../../platform/replacing.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import { readSigningKeys } from '../../oidc/sql/signing-keys.ts';
import { activateSamlKey, publishSamlKey, replaceSamlKeys } from '../saml-key-rotation.ts';
import { readSamlKeys } from '../sql/saml-keys.ts';
import { viewSamlKey } from '../views/saml-keys.ts';
import { viewSigningKey } from '../../oidc/views/signing-keys.ts';

/** In the order in which their keys are listed. */
const uses = ['OIDC', 'SAML', 'SAML_ENCRYPTION'] as const;
type Use = (typeof uses)[number];
type Rotate = (
  tx: Tx,
  vault: Vault,
  how: { actor: Actor; emergency: boolean; seen: Seen | undefined },
) => Promise<{ made: string[]; removed: string[] }>;

const rotate: Readonly<Record<Use, Rotate>> = {
  // Without an emergency, a key that waits to sign is left alone, so parallel rotations end nothing.
  OIDC: (tx, vault, { actor, emergency, seen }) =>
    emergency ? replaceSigningKeys(tx, vault, actor, seen) : rotateSigningKeys(tx, vault, actor),
  SAML: (tx, vault, { actor, emergency, seen }) =>
    emergency ? replaceSamlKeys(tx, vault, actor, seen) : publishSamlKey(tx, vault, actor),
  SAML_ENCRYPTION: rotateEncryptionKey,
};

/** The keys of one use, as they are shown. */
async function shownKeys(tx: Tx, orgId: string, use: Use): Promise<SigningKey[]> {
  if (use === 'OIDC') return (await readSigningKeys(tx, orgId)).map(viewSigningKey);
  if (use === 'SAML') return (await readSamlKeys(tx, orgId)).map(viewSamlKey);
  return (await readEncryptionKeys(tx, orgId)).map(viewEncryptionKey);
}

export const routes = ({ vault }: { vault: Vault }): Handlers<'signing-keys'> => ({
  async listSigningKeys({ query, tx, caller }) {
    const { page, limit, use } = query;
    // Never more than a few: those that sign, those that wait, and those of the last days.
    const keys: SigningKey[] = [];
    for (const one of use === undefined ? uses : [use])
      keys.push(...(await shownKeys(tx, caller.orgId, one)));
    const start = offsetOf(page, limit);
    return ok({ data: keys.slice(start, start + limit), pagination: pageOf(page, limit, keys.length) });
  },

  async rotateSigningKeys({ body, tx, caller, seen, attempt }) {
    const { use, emergency } = body;
    const { made, removed } = await rotate[use](tx, vault, { actor: caller.actor, emergency, seen });
    attempt.reason = body.reason ?? null;
    attempt.each = [
      ...made.map((id) => ({ action: 'key.create', targetId: id, targetName: id })),
      ...removed.map((id) => ({ action: 'key.remove', targetId: id, targetName: id })),
    ];
    return ok({ data: await shownKeys(tx, caller.orgId, use) });
  },

  async activateSigningKey({ path, tx, caller, attempt }) {
    // The others are used as soon as they are made, or take turns by themselves.
    for (const use of ['OIDC', 'SAML_ENCRYPTION'] as const)
      if ((await shownKeys(tx, caller.orgId, use)).some(({ id }) => id === path.keyId))
        throw new Failure('KEY_STATE_CONFLICT', { use });
    const key = await activateSamlKey(tx, path.keyId, caller.actor);
    attempt.targetName = key.id;
    return ok(viewSamlKey(key));
  },
});
