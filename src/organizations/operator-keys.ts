import { type LeakedOperatorKeys, reasonOfLeak } from '../credentials/leaks.ts';
import { invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { hashSecret, lastFour, newSecret, operatorKeyPrefix } from '../lib/secret.ts';
import { refusalOfShownText } from '../lib/shown-text.ts';
import { addressRanges } from '../platform/fields.ts';
import type { Tx } from '../platform/tx.ts';
import { recordOperatorAct } from './sql/operator-audit.ts';
import { insertOperatorKey, operatorKeysByHash, revokeOperatorKeyRow } from './sql/operator-keys.ts';

/** The longest life of a key, in days. The check of the table says the same. */
export const mostDaysOfOperatorKey = 90;

const mostRanges = 100;

/** A key to make, as an operator asks for it at the machine of the service. */
export interface OperatorKeyWish {
  name: string;
  /** From now on. */
  days: number;
  /** Addresses and CIDR ranges; null means anywhere. */
  allowedIps: string[] | null;
}

/**
 * Makes a key of an operator.
 * @returns its secret, which is shown once and never stored
 * @throws {Failure} VALIDATION_ERROR
 */
export async function makeOperatorKey(
  tx: Tx,
  { name, days, allowedIps }: OperatorKeyWish,
): Promise<{ id: string; secret: string; expiresAt: Date }> {
  const { length } = Array.from(name);
  if (length < 2 || length > 100)
    throw invalid('NAME', 'must have 2 to 100 characters such as "provisioning"');
  const refusal = refusalOfShownText(name, 'line');
  if (refusal !== undefined) throw invalid('NAME', refusal);
  if (!Number.isInteger(days) || days < 1 || days > mostDaysOfOperatorKey)
    throw invalid('DAYS', `must be a whole number from 1 to ${mostDaysOfOperatorKey} such as 30`);
  if (allowedIps !== null && (allowedIps.length === 0 || allowedIps.length > mostRanges))
    throw invalid(
      'IPS',
      `must be 1 to ${mostRanges} addresses or CIDR ranges such as 203.0.113.0/24,198.51.100.7`,
    );
  const ranges = addressRanges(allowedIps);
  const secret = newSecret(operatorKeyPrefix);
  const id = newId('opk');
  const row = { id, name, hash: hashSecret(secret), last4: lastFour(secret), allowedIps: ranges, days };
  const expiresAt = await insertOperatorKey(tx, row);
  await recordOperatorAct(tx, {
    ...atTheMachine,
    id: newId('aud'),
    action: 'operator_key.create',
    targetId: id,
    targetName: name,
  });
  return { id, secret, expiresAt };
}

/** Revokes a key for good. @returns its name; undefined if there is no such key that is not revoked */
export async function revokeOperatorKey(tx: Tx, id: string): Promise<string | undefined> {
  const name = await revokeOperatorKeyRow(tx, id);
  if (name !== undefined)
    await recordOperatorAct(tx, {
      ...atTheMachine,
      id: newId('aud'),
      action: 'operator_key.revoke',
      targetId: id,
      targetName: name,
    });
  return name;
}

const atTheMachine = {
  key: null,
  result: 'SUCCESS',
  code: null,
  reason: null,
  requestId: null,
  ipAddress: null,
  userAgent: null,
  changes: [],
} as const;

/** Keys of operators whose secrets were found in public. */
export const leakedOperatorKeys: LeakedOperatorKeys = {
  async find(tx, secrets) {
    const hashes = secrets.map((secret): [string, Buffer] => [secret, hashSecret(secret)]);
    const ids = await operatorKeysByHash(
      tx,
      hashes.map(([, hash]) => hash),
    );
    return new Map(
      hashes.flatMap(([secret, hash]): [string, string][] => {
        const id = ids.get(hash.toString('hex'));
        return id === undefined ? [] : [[secret, id]];
      }),
    );
  },

  async stop(tx, id, { source, url }, { requestId, ipAddress, userAgent }) {
    const name = await revokeOperatorKeyRow(tx, id);
    if (name === undefined) return false;
    await recordOperatorAct(tx, {
      ...atTheMachine,
      id: newId('aud'),
      action: 'operator_key.leak',
      targetId: id,
      targetName: name,
      reason: reasonOfLeak({ source, url }),
      requestId: requestId ?? null,
      ipAddress: ipAddress ?? null,
      userAgent: userAgent ?? null,
    });
    return true;
  },
};
