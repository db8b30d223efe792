import { recordAudit } from '../audit/audit.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Actor, emit } from '../platform/events.ts';
import { type PrivateTokenKey, tokenAlgorithms } from './token-key.ts';
import {
  activateSigningKeys,
  expectSuccessors,
  removeSigningKeys,
  retireSigningKeys,
} from './sql/signing-key-rotation.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { renewOidcVersion } from './sql/provider-version.ts';
import { readSigningKeys, type SigningKeyRow } from './sql/signing-keys.ts';
import { requireUnreplaced, type Sight } from '../platform/replacing.ts';
import type { Vault } from '../platform/vault.ts';
import { systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import { keep, keysBeforehand, keptForMs, publishedBeforeMs, signsForMs } from './signing-keys.ts';

/** The result of a rotation, and the keys as they are now. */
interface Rotation {
  keys: SigningKeyRow[];
  made: string[];
  removed: string[];
}

const idsOf = (keys: readonly { id: string }[]): string[] => keys.map(({ id }) => id);

/**
 * Makes a key of every algorithm that has none waiting. It signs when everybody has had a day to fetch it; where there is
 * no key at all, at once.
 */
export async function rotateSigningKeys(tx: Tx, vault: Vault, actor: Actor): Promise<Rotation> {
  const { orgId } = tenancyOf(tx);
  const lacking = async () => {
    const keys = await readSigningKeys(tx, orgId);
    const waiting = keys.filter(({ status }) => status === 'UPCOMING');
    return {
      first: keys.length === 0,
      algorithms: tokenAlgorithms.filter((one) => !waiting.some(({ algorithm }) => algorithm === one)),
    };
  };
  const { algorithms } = await lacking();
  const candidates = await keysBeforehand(tx, algorithms);
  const lock = await lockTenant(tx, orgId);
  const now = await lacking();
  const made = candidates.filter(({ alg }) => now.algorithms.includes(alg));
  if (made.length > 0) {
    await keep(tx, lock, vault, made, now.first ? 'ACTIVE' : 'UPCOMING');
    // The order is that of the algorithms. The code below tells which key follows which.
    for (const key of made) {
      const replaced = now.first ? [] : await expectSuccessors(tx, orgId, [key.alg]);
      await tell(tx, key, { actor, emergency: false, replaced, at: now.first ? 0 : publishedBeforeMs });
    }
    await renewOidcVersion(tx, orgId);
  }
  return { keys: await readSigningKeys(tx, orgId), made: made.map(({ kid }) => kid), removed: [] };
}

/**
 * Removes every key that there is and lets new ones sign at once: for keys that others know.
 * @param seen the keys as they were when the request came
 * @throws {Failure} KEY_STATE_CONFLICT when another request changed the keys at the same time
 */
export async function replaceSigningKeys(tx: Tx, vault: Vault, actor: Actor, seen: Sight): Promise<Rotation> {
  const { orgId } = tenancyOf(tx);
  const made = await keysBeforehand(tx, tokenAlgorithms);
  const lock = await lockTenant(tx, orgId);
  await requireUnreplaced(tx, seen, 'KEY_STATE_CONFLICT');
  const before = await readSigningKeys(tx, orgId);
  await removeSigningKeys(tx, orgId, idsOf(before));
  await keep(tx, lock, vault, made, 'ACTIVE');
  for (const key of made) {
    const replaced = idsOf(before.filter(({ algorithm }) => algorithm === key.alg));
    await tell(tx, key, { actor, emergency: true, replaced, at: 0 });
  }
  await renewOidcVersion(tx, orgId);
  const keys = await readSigningKeys(tx, orgId);
  return { keys, made: made.map(({ kid }) => kid), removed: idsOf(before) };
}

async function tell(
  tx: Tx,
  key: PrivateTokenKey,
  { actor, emergency, replaced, at }: { actor: Actor; emergency: boolean; replaced: string[]; at: number },
): Promise<void> {
  const activatesAt = new Date(tenancyOf(tx).now.getTime() + at).toISOString();
  const data = { keyId: key.kid, algorithm: key.alg, activatesAt, emergency, replacedKeyIds: replaced };
  await emit(tx, [{ type: 'key.rotated', data: { ...data, rotatedBy: actor } }]);
}

/**
 * Does what the clock asks for: removes keys whose tokens are dead, lets those sign that have waited, and makes successors
 * for those that have signed for a month.
 */
export async function advanceSigningKeys(tx: Tx, vault: Vault): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const isOver = (await readSigningKeys(tx, orgId)).some(({ status, due }) => status === 'ACTIVE' && due);
  const done: { action: string; ids: string[] }[] = [];
  if (isOver)
    done.push({ action: 'key.rotate', ids: (await rotateSigningKeys(tx, vault, systemActor)).made });
  await lockTenant(tx, orgId);
  const due = (await readSigningKeys(tx, orgId)).filter((key) => key.due);
  const dead = due.filter(({ status }) => status === 'RETIRED');
  const ready = due.filter(({ status }) => status === 'UPCOMING');
  if (dead.length > 0) {
    await removeSigningKeys(tx, orgId, idsOf(dead));
    done.push({ action: 'key.remove', ids: idsOf(dead) });
  }
  if (ready.length > 0) {
    const algorithms = ready.map(({ algorithm }) => algorithm);
    const retired = await retireSigningKeys(tx, orgId, algorithms, keptForMs / 1000);
    const seconds = (signsForMs - publishedBeforeMs) / 1000;
    done.push({ action: 'key.activate', ids: await activateSigningKeys(tx, orgId, algorithms, seconds) });
    done.push({ action: 'key.retire', ids: retired });
  }
  if (dead.length + ready.length > 0) await renewOidcVersion(tx, orgId);
  const entry = { actor: systemActor, targetType: 'key', result: 'SUCCESS' } as const;
  await recordAudit(
    tx,
    done.flatMap(({ action, ids }) => ids.map((targetId) => ({ ...entry, action, targetId }))),
  );
}
