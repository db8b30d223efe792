import { recordAudit } from '../audit/audit.ts';
import { Failure } from '../failure.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Actor, emit } from '../platform/events.ts';
import { systemActor } from '../platform/grants.ts';
import { requireUnreplaced, type Sight } from '../platform/replacing.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { type Occurrence, raiseAlerts } from '../risk/raising.ts';
import { keepSamlKey, keptSeconds, newSamlKey, successorDueAt } from './saml-keys.ts';
import {
  activateUpcomingSamlKey,
  expectSamlSuccessor,
  findSamlKey,
  readSamlKeys,
  removeSamlKeys,
  retireSamlKey,
  type SamlKeyRow,
} from './sql/saml-keys.ts';
import { clearSigningKeys } from './sql/service-providers.ts';

const algorithm = 'RS256';

/** The keys that a rotation made and removed. */
interface Rotation {
  made: string[];
  removed: string[];
}

/**
 * Publishes a key that waits until an administrator activates it. It never signs by itself: service providers copy
 * certificates by hand. Where there is no key at all, the new one signs at once; where one waits, nothing happens.
 */
export async function publishSamlKey(tx: Tx, vault: Vault, actor: Actor): Promise<Rotation> {
  const { orgId } = tenancyOf(tx);
  const waits = async (): Promise<boolean> =>
    (await readSamlKeys(tx, orgId)).some(({ status }) => status === 'UPCOMING');
  if (await waits()) return { made: [], removed: [] };
  const made = await newSamlKey(tx);
  const lock = await lockTenant(tx, orgId);
  if (await waits()) return { made: [], removed: [] };
  const keyId = made.key.kid;
  const replacedKeyIds = await expectSamlSuccessor(tx, orgId);
  const isFirst = replacedKeyIds.length === 0;
  await keepSamlKey(tx, lock, vault, made, isFirst ? 'ACTIVE' : 'UPCOMING');
  if (isFirst) await tellOfRotation(tx, keyId, { actor, emergency: false, replacedKeyIds });
  else {
    const certificateExpiresAt = made.expiresAt.toISOString();
    const data = { keyId, algorithm, certificateExpiresAt, replacedKeyIds, publishedBy: actor } as const;
    await emit(tx, [{ type: 'key.published', data }]);
  }
  return { made: [keyId], removed: [] };
}

/**
 * Removes every key and lets a new one sign at once, for all service providers: for keys that others know.
 * @param seen the keys as they were when the request came
 * @throws {Failure} KEY_STATE_CONFLICT when another request changed the keys at the same time
 */
export async function replaceSamlKeys(tx: Tx, vault: Vault, actor: Actor, seen: Sight): Promise<Rotation> {
  const { orgId } = tenancyOf(tx);
  const made = await newSamlKey(tx);
  const lock = await lockTenant(tx, orgId);
  await requireUnreplaced(tx, seen, 'KEY_STATE_CONFLICT');
  const removed = (await readSamlKeys(tx, orgId)).map(({ id }) => id);
  await clearSigningKeys(tx, orgId);
  await removeSamlKeys(tx, orgId, removed);
  await keepSamlKey(tx, lock, vault, made, 'ACTIVE');
  await tellOfRotation(tx, made.key.kid, { actor, emergency: true, replacedKeyIds: removed });
  return { made: [made.key.kid], removed };
}

/**
 * Lets a key sign for all service providers, also for those that have a key of their own. The key before stays published
 * for 30 days.
 * @returns the key; also if it signs already
 * @throws {Failure} KEY_NOT_FOUND, KEY_STATE_CONFLICT for a retired key
 */
export async function activateSamlKey(tx: Tx, id: string, actor: Actor): Promise<SamlKeyRow> {
  const { orgId } = tenancyOf(tx);
  await lockTenant(tx, orgId);
  const key = await findSamlKey(tx, orgId, id);
  if (!key) throw new Failure('KEY_NOT_FOUND');
  if (key.status === 'RETIRED') throw new Failure('KEY_STATE_CONFLICT', { status: key.status });
  await clearSigningKeys(tx, orgId);
  if (key.status === 'ACTIVE') return key;
  const replacedKeyIds = await retireSamlKey(tx, orgId, keptSeconds);
  await activateUpcomingSamlKey(tx, orgId, successorDueAt(key.certificateExpiresAt));
  await tellOfRotation(tx, id, { actor, emergency: false, replacedKeyIds });
  return (await findSamlKey(tx, orgId, id)) ?? key;
}

async function tellOfRotation(
  tx: Tx,
  keyId: string,
  { actor, ...how }: { actor: Actor; emergency: boolean; replacedKeyIds: string[] },
): Promise<void> {
  const activatesAt = tenancyOf(tx).now.toISOString();
  const data = { keyId, algorithm, activatesAt, ...how, rotatedBy: actor } as const;
  await emit(tx, [{ type: 'key.rotated', data }]);
}

/** Does what the clock asks for: publishes a successor, with an alert, and removes keys that signed long ago. */
export async function advanceSamlKeys(tx: Tx, vault: Vault): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const isAging = (await readSamlKeys(tx, orgId)).find(({ status, due }) => status === 'ACTIVE' && due);
  const { made } = isAging ? await publishSamlKey(tx, vault, systemActor) : { made: [] };
  if (isAging)
    await raiseAlerts(
      tx,
      made.map((id) => successorAlert(id, isAging.certificateExpiresAt)),
    );
  await lockTenant(tx, orgId);
  const dead = (await readSamlKeys(tx, orgId)).filter(({ status, due }) => status === 'RETIRED' && due);
  const removed = dead.map(({ id }) => id);
  if (removed.length > 0) await removeSamlKeys(tx, orgId, removed);
  const entry = { actor: systemActor, targetType: 'key', result: 'SUCCESS' } as const;
  await recordAudit(tx, [
    ...made.map((targetId) => ({ ...entry, action: 'key.create', targetId })),
    ...removed.map((targetId) => ({ ...entry, action: 'key.remove', targetId })),
  ]);
}

const successorAlert = (keyId: string, expiresAt: Date): Occurrence => ({
  trigger: 'key.published',
  always: true,
  subject: `saml-key:${keyId}`,
  severity: 'MEDIUM',
  title: 'A new SAML key waits until you activate it',
  description: `The certificate of the present key expires at ${expiresAt.toISOString()}. Give the certificate of the new key to your service providers, and then activate the key for each of them or for all.`,
  source: { type: 'KEY', id: keyId },
  identityId: null,
});
