import type { Pool } from 'pg';
import { arrayLiteral } from '../lib/array-literal.ts';
import { covering } from '../lib/scope.ts';
import type { KeyCall, LetIn } from './key-calls.ts';
import type { PresentedSecret } from './presented-secret.ts';
import type { KeyGrant, RateLimits } from './sql/authenticate-keys.ts';
import { countPlainUses, type PlainKey, type PlainRow, type PlainSecret } from './sql/plain-uses.ts';
import type { SecretFinding } from './sql/presented-secrets.ts';

/**
 * Lets calls in by their keys, and verifies the secrets that they present, with one statement for plain uses.
 * @returns undefined for a call whose key is not live, and `later` for a call whose uses are not plain. Nothing of it was counted.
 */
export async function letInPlainly(
  pool: Pool,
  calls: readonly KeyCall[],
  limits: RateLimits,
): Promise<(LetIn | 'later' | undefined)[]> {
  const { keys, secrets, places } = grouped(calls);
  const rows = await countPlainUses(pool, keys, secrets, limits);
  const { grants, findings } = shared(rows, keys.length);
  return places.map(({ key, secret, index }) => {
    const grant = grants.get(key);
    if (!grant || grant === 'later') return grant;
    const place = grant.before + index;
    const isAnswered = secret !== undefined && grant.held && grant.presents && place < grant.granted;
    return {
      grant,
      place,
      answer: isAnswered ? answerOn(secret, index, findings.get(secret.at)) : undefined,
    };
  });
}

interface Group {
  secret: PresentedSecret | undefined;
  calls: number[];
}

/** Groups what is alike: the calls of each key, and among them those with the same secret, which stand side by side. */
function grouped(calls: readonly KeyCall[]) {
  const byKey = new Map<string, { call: KeyCall; groups: Map<string, Group> }>();
  calls.forEach((call, at) => {
    const { hash, address, verifyBucket, verifies, permission } = call;
    const secret = isReadable(call.presented) ? call.presented : undefined;
    const name = `${hash.toString('latin1')}${verifyBucket ? 1 : 0}${verifies ? 1 : 0}${secret ? permission : ''}\n${address}`;
    let key = byKey.get(name);
    if (!key) byKey.set(name, (key = { call, groups: new Map() }));
    const which = secret ? nameOf(secret) : '';
    const group = key.groups.get(which);
    if (group) group.calls.push(at);
    else key.groups.set(which, { secret, calls: [at] });
  });
  const keys: PlainKey[] = [];
  const secrets: PlainSecret[] = [];
  const places: { key: number; secret: { at: number; first: number } | undefined; index: number }[] = [];
  for (const { call, groups } of byKey.values()) {
    const key = keys.length;
    let index = 0;
    let presents = false;
    for (const { secret, calls: alike } of groups.values()) {
      const place = secret && { at: secrets.length, first: index };
      if (secret?.hash) {
        presents = true;
        const { hash, ipAddress: address, inet, coverings, consume } = secret;
        secrets.push({ key, hash, address, inet, coverings, consume, calls: alike.length });
      }
      for (const at of alike) places[at] = { key, secret: place, index: index++ };
    }
    const { hash, address, verifyBucket, verifies, permission } = call;
    const permitting = presents ? arrayLiteral(covering(permission)) : null;
    keys.push({ hash, address, verifyBucket, verifies, calls: index, permitting });
  }
  return { keys, secrets, places };
}

/** Whether the statement for plain uses can look for the secret and judge what is asked of it. */
export const isReadable = (presented: PresentedSecret | undefined): boolean =>
  presented?.hash !== undefined && !presented.needsJudgement;

const nameOf = ({ hash, consume, ipAddress, coverings }: PresentedSecret): string =>
  `${hash?.toString('latin1')}${consume ? 1 : 0}${ipAddress ?? ''}\n${coverings.join('')}`;

/** @param index the place of the call among those of its key */
function answerOn(
  { first }: { first: number },
  index: number,
  finding: SecretFinding | 'later' | undefined,
): LetIn['answer'] {
  if (finding === 'later') return undefined;
  if (!finding) return 'unknown';
  const { granted, before, usageCount } = finding;
  if (granted === null || before === null) return { finding, use: undefined };
  return { finding, use: usageCount + before + index - first + 1 };
}

/** These fields are the same for all plain uses. */
const plain = { policiesVersion: 0, ageSeconds: null, idleSeconds: null, windowUses: null } as const;
const plainGrant = {
  ...plain,
  spent: false,
  dormant: false,
  identityType: null,
  riskScore: null,
  tags: null,
};

/** Adds up by name. */
class Sums {
  readonly #sums = new Map<string, number>();
  /** @returns the sum before */
  add(name: string, more: number): number {
    const before = this.of(name);
    this.#sums.set(name, before + more);
    return before;
  }
  of(name: string): number {
    return this.#sums.get(name) ?? 0;
  }
}

const credentialOf = ({ orgId, credentialId }: PlainRow): string => `${orgId} ${credentialId}`;

/**
 * Shares the uses that the statement has counted out among the demands, in their order.
 * @param keyCount how many demands stand before the secrets
 * @returns the rows of keys and of secrets by their places
 */
function shared(rows: PlainRow[], keyCount: number) {
  rows.sort((one, other) => one.at - other.at);
  const grants = new Map<number, (KeyGrant & { presents: boolean }) | 'later'>();
  const findings = new Map<number, SecretFinding | 'later'>();
  const bucketOf = (row: PlainRow): string => `${credentialOf(row)} ${row.verifyBucket}`;
  const [ofBuckets, ofKeys, ofSecrets] = [new Sums(), new Sums(), new Sums()];
  const isLetIn = new Set<number>();
  /** The count of a row that is locked is later than that of the snapshot. */
  const locked = new Map<string, number>();
  const befores = rows.map((row) => {
    if (row.held) locked.set(credentialOf(row), row.usageCount);
    if (row.key !== null)
      return row.held && isLetIn.has(row.key) ? ofSecrets.add(credentialOf(row), row.calls) : null;
    if (row.isOpen) {
      isLetIn.add(row.at);
      ofKeys.add(credentialOf(row), row.calls);
    }
    return row.held ? ofBuckets.add(bucketOf(row), row.calls) : 0;
  });
  rows.forEach((row, place) => {
    const before = befores[place] ?? null;
    if (row.key === null) {
      const granted = row.isOpen ? ofBuckets.of(bucketOf(row)) : 0;
      grants.set(row.at, row.isPlain ? { ...row, ...plainGrant, before: before ?? 0, granted } : 'later');
      return;
    }
    // The uses as a key come first.
    const usageCount = (locked.get(credentialOf(row)) ?? row.usageCount) + ofKeys.of(credentialOf(row));
    const isSpent = row.state === 'VALID' && row.maxUsageCount !== null && usageCount >= row.maxUsageCount;
    const finding: SecretFinding = {
      ...row,
      ...plain,
      state: isSpent ? 'USAGE_EXCEEDED' : row.state,
      judgedVersion: `${row.credentialVersion}.${row.identityVersion}.0`,
      granted: before === null ? null : ofSecrets.of(credentialOf(row)),
      contended: row.isDue && isLetIn.has(row.key) && !row.held,
      before,
      usageCount,
    };
    findings.set(row.at - keyCount, row.isPlain ? finding : 'later');
  });
  return { grants, findings };
}
