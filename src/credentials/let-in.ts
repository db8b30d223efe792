import type { Pool } from 'pg';
import { arrayLiteral } from '../lib/array-literal.ts';
import { newId } from '../lib/id.ts';
import { covering } from '../lib/scope.ts';
import { authenticateKeys, type KeyDemand, type KeyGrant, type RateLimits } from './sql/authenticate-keys.ts';
import { verifyPlainly } from './sql/plain-uses.ts';
import type { SecretFinding } from './sql/presented-secrets.ts';
import {
  type FindingAtOnce,
  type GrantAtOnce,
  type SecretOfKey,
  verifyAtOnce,
} from './sql/verify-at-once.ts';

/** A call with an API key. */
export interface KeyCall {
  hash: Buffer;
  address: string;
  userAgent: string | null;
  verifyBucket: boolean;
  /** A secret that the statement verifies as well. */
  secret?: SecretAtOnce | undefined;
}

/** A secret that the statement which lets the caller in verifies, for a caller with the permission. */
export interface SecretAtOnce
  extends Pick<SecretOfKey, 'hash' | 'address' | 'inet' | 'coverings' | 'consume'> {
  /** The permission that the key needs. */
  permission: string;
}

/** What a statement said of a presented secret. */
export interface Answer {
  finding: SecretFinding;
  /**
   * The usage count with this use, `spent` if no use was left, `over` if none was left of the minute, undefined if nothing
   * was to be counted.
   */
  use: number | 'spent' | 'over' | undefined;
}

/** The answer on a secret, or that no credential of the tenant has it. */
export type Settled = Answer | 'unknown';

export interface LetIn {
  grant: KeyGrant;
  /** The place among the calls that were counted together. */
  place: number;
  /** Undefined if the secret of the call was not verified. */
  settled: Settled | undefined;
}

/** Which text the next statements take. It is a guess from the statements before, and decides only what they cost. */
export interface Guess {
  /** How many statements take the text for all uses. */
  fullFor: number;
}

/** After uses that were not plain, so many statements do not ask first whether their uses are. */
const fullAfterMiss = 100;

/**
 * Lets calls in by their keys, with one statement, and verifies the secrets that they bring.
 * @param wait whether to wait for rows that a change holds; then no secret is verified
 * @param guess is kept for the calls of later statements
 * @returns undefined for a call whose key is not live
 */
export async function letIn(
  pool: Pool,
  calls: readonly KeyCall[],
  limits: RateLimits,
  wait: boolean,
  guess: Guess,
): Promise<(LetIn | undefined)[]> {
  const { keys, secrets, places } = grouped(calls, wait);
  const rows =
    secrets.length > 0
      ? await verifyByGuess(pool, { keys, secrets, limits }, guess)
      : await authenticateKeys(pool, keys, limits, wait);
  const grants = new Map<number, KeyGrant & { settles?: boolean }>();
  const findings = new Map<number, SecretFinding>();
  for (const row of rows as (KeyGrant | GrantAtOnce | FindingAtOnce)[]) {
    if ('isSecret' in row && row.isSecret) findings.set(row.at, row);
    else grants.set(row.at, row);
  }
  return places.map(({ key, secret, index }) => {
    const grant = grants.get(key);
    if (!grant) return undefined;
    const place = grant.before + index;
    const isSettled = secret !== undefined && grant.held && grant.settles && place < grant.granted;
    return { grant, place, settled: isSettled ? settledBy(secret, index, findings) : undefined };
  });
}

/** The text for plain uses counts all of them or none. If it counted none, the text for all uses does. */
async function verifyByGuess(
  pool: Pool,
  { keys, secrets, limits }: { keys: KeyDemand[]; secrets: SecretOfKey[]; limits: RateLimits },
  guess: Guess,
): Promise<(GrantAtOnce | FindingAtOnce)[]> {
  if (guess.fullFor > 0) guess.fullFor--;
  else {
    const rows = await verifyPlainly(pool, keys, secrets, limits);
    if (rows) return rows;
    guess.fullFor = fullAfterMiss;
  }
  return verifyAtOnce(pool, keys, secrets, limits);
}

interface Group {
  secret?: SecretAtOnce | undefined;
  calls: number[];
}

/** Groups what is alike: the calls of each key, and among them those with the same secret, which stand side by side. */
function grouped(calls: readonly KeyCall[], wait: boolean) {
  const byKey = new Map<string, { call: KeyCall; groups: Map<string, Group> }>();
  calls.forEach((call, at) => {
    const secret = wait ? undefined : call.secret;
    const name = `${call.hash.toString('latin1')}${call.verifyBucket ? 1 : 0}${secret?.permission ?? ''}\n${call.address}\n${call.userAgent ?? ''}`;
    let key = byKey.get(name);
    if (!key) byKey.set(name, (key = { call, groups: new Map() }));
    const which = secret ? nameOf(secret) : '';
    const group = key.groups.get(which);
    if (group) group.calls.push(at);
    else key.groups.set(which, { secret, calls: [at] });
  });
  const keys: KeyDemand[] = [];
  const secrets: SecretOfKey[] = [];
  const places: { key: number; secret: (SecretOfKey & { at: number }) | undefined; index: number }[] = [];
  for (const { call, groups } of byKey.values()) {
    let index = 0;
    const permission = groups.values().next().value?.secret?.permission;
    for (const { secret, calls: alike } of groups.values()) {
      const asked = secret && {
        at: secrets.length,
        key: keys.length,
        first: index,
        calls: alike.length,
        eventId: newId('evt'),
        ...secret,
      };
      if (asked) secrets.push(asked);
      for (const at of alike) places[at] = { key: keys.length, secret: asked, index: index++ };
    }
    const { hash, address, userAgent, verifyBucket } = call;
    const permitting = permission === undefined ? null : arrayLiteral(covering(permission));
    keys.push({ hash, address, userAgent, verifyBucket, calls: index, eventId: newId('evt'), permitting });
  }
  return { keys, secrets, places };
}

const nameOf = ({ hash, consume, address, coverings }: SecretAtOnce): string =>
  `${hash.toString('latin1')}${consume ? 1 : 0}${address ?? ''}\n${coverings.join('')}`;

/** @param index the place of the call among those of its key */
function settledBy(
  { at, first }: { at: number; first: number },
  index: number,
  findings: ReadonlyMap<number, SecretFinding>,
): Settled {
  const finding = findings.get(at);
  if (!finding) return 'unknown';
  const { granted, before, usageCount } = finding;
  if (granted === null || before === null) return { finding, use: undefined };
  const place = before + index - first;
  return { finding, use: place < granted ? usageCount + place + 1 : 'spent' };
}
