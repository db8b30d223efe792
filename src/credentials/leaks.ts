import { lockOne } from '../platform/locked.ts';
import { verify } from 'node:crypto';
import { type AuditEntry, type Origin, recordAudit } from '../audit/audit.ts';
import { Credential } from './entities/credential.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Actor, emit, type EventData } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { cut } from '../lib/cut.ts';
import { hashSecret } from '../lib/secret.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { identityOf } from './credentials.ts';
import { systemActor } from '../platform/grants.ts';
import type { Tx } from '../platform/tx.ts';
import type { ScanningKeys } from './scanning-keys.ts';

/** A secret that was found where everybody can read it. */
export interface Leak {
  secret: string;
  /** In what it was found, and where; null when that is not known. */
  source: string | null;
  url: string | null;
}

/** Stops what a leaked secret proves. A secret that is stopped already does not change. @param id of what it proves */
export type StopLeaked = (tx: Tx, id: string, leak: Leak, origin: Origin) => Promise<void>;

/** Keys of operators that leaked. Organizations are a higher room. */
export interface LeakedOperatorKeys {
  /** Looks secrets that have the form of these keys up at once. @returns the ids of those that are keys of operators, by their secrets */
  find: (tx: Tx, secrets: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Revokes a key. @returns whether this call revoked it */
  stop: (tx: Tx, id: string, leak: Leak, origin: Origin) => Promise<boolean>;
}

type LeakedData = EventData['credential.leaked'];

const scanner: Actor = { type: 'SYSTEM', id: null, name: 'GitHub secret scanning' };

/** Why a credential is suspended whose secret was found. */
const leakedReason = 'LEAKED';

/**
 * Holds the bytes of a report against its signature (ECDSA over P-256 with SHA-256, in DER and base64).
 * @throws {Failure} SIGNATURE_INVALID, SERVICE_UNAVAILABLE when the keys cannot be had
 */
export async function requireSignature(
  keys: ScanningKeys,
  body: Buffer,
  { identifier, signature }: { identifier: string | undefined; signature: string | undefined },
): Promise<void> {
  const complete =
    identifier !== undefined && signature !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(signature);
  const key = complete ? await keys.find(identifier) : undefined;
  if (!key || !signature || !verify('sha256', body, key, Buffer.from(signature, 'base64')))
    throw new Failure('SIGNATURE_INVALID');
}

/**
 * Stops a key that everyone can read (docs/decisions/0019): suspends the credential, also when it is the last full
 * key. If the key is the old secret of a rotation, ends that secret instead. A credential or secret that has stopped
 * already does not change, so that the same report can come again.
 */
export async function stopLeakedKey(
  tx: Tx,
  id: string,
  { secret, source, url }: Leak,
  origin: Origin,
): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  await lockTenant(tx, orgId);
  const credential = await lockOne(tx, Credential, { id });
  if (!credential) return;
  const { name, status, statusReason } = credential;
  const stopped = stop(credential, hashSecret(secret), now);
  if (!stopped) return;
  await tx.flush();

  const { id: identityId, name: identityName } = await identityOf(tx, credential);
  const subject = { credentialId: id, identityId, identityName };
  const revokedAt = now.toISOString();
  await emit(tx, [
    ...(stopped.action === 'SUSPENDED'
      ? [
          {
            type: 'credential.suspended' as const,
            data: { ...subject, reason: leakedReason, suspendedBy: scanner },
          },
        ]
      : []),
    // The end of an old secret is told as that of any other: the credential itself goes on.
    ...(stopped.action === 'SECRET_ENDED'
      ? [
          {
            type: 'credential.revoked' as const,
            data: { ...subject, reason: 'ROTATED' as const, revokedBy: scanner, revokedAt },
          },
        ]
      : []),
    { type: 'credential.leaked', data: { ...subject, ...stopped, reportedBy: 'GITHUB', source, url } },
  ]);
  const changes = [
    { field: 'status', from: status, to: credential.status },
    { field: 'statusReason', from: statusReason, to: credential.statusReason },
  ].filter(({ from, to }) => from !== to);
  await recordLeak(
    tx,
    { action: 'credential.leak', targetId: id, targetName: name, changes },
    { source, url },
    origin,
  );
}

/** @returns undefined when there is nothing to stop any more */
function stop(
  credential: Credential,
  hash: Buffer,
  now: Date,
): Pick<LeakedData, 'secret' | 'action'> | undefined {
  const { previousSecretHash, previousExpiresAt, statusReason } = credential;
  const status = credential.statusAt(now);
  if (status !== 'ACTIVE' && status !== 'SUSPENDED') return undefined;
  if (hash.equals(credential.secretHash)) {
    if (credential.suspend(leakedReason, now)) return { secret: 'CURRENT', action: 'SUSPENDED' };
    if (statusReason === leakedReason) return undefined;
    // A user who suspended the key for another reason could reactivate it, although the key is public now.
    credential.statusReason = leakedReason;
    return { secret: 'CURRENT', action: 'NONE' };
  }
  const inGrace = previousExpiresAt !== null && previousExpiresAt > now;
  if (!inGrace || !previousSecretHash || !hash.equals(previousSecretHash)) return undefined;
  credential.previousSecretHash = null;
  credential.previousExpiresAt = null;
  return { secret: 'PREVIOUS', action: 'SECRET_ENDED' };
}

/** Where a secret was found, as an audit row says it. */
export const reasonOfLeak = ({ source, url }: Omit<Leak, 'secret'>): string =>
  cut(`${leakedReason}: ${[source, url].filter((part) => part !== null).join(' ')}`, 500);

/** The columns of the trail are for people: where it was found stands where a reason does. */
export const recordLeak = (
  tx: Tx,
  target: Pick<AuditEntry, 'action' | 'targetType' | 'targetId' | 'targetName' | 'changes'>,
  { source, url }: Omit<Leak, 'secret'>,
  origin: Origin,
): Promise<void> =>
  recordAudit(tx, [
    {
      ...target,
      actor: { ...systemActor, name: scanner.name },
      result: 'SUCCESS',
      reason: reasonOfLeak({ source, url }),
      ...origin,
    },
  ]);
