import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { credentialsAfter, moveBookmark, takeBookmark } from './sql/policy-pass.ts';
import { policiesIn } from '../judge/enforcing.ts';
import { recordViolations, violationsOf } from '../judge/violations.ts';

/** So that a tenant of a hundred thousand credentials holds no transaction for long. */
const batch = 200;

/**
 * A part of a tenant's nightly pass. Each credential is passed once a day, so each violation is told once a day.
 * @returns how many credentials it has judged, 0 when the pass is through
 */
export async function passOnce(tx: Tx): Promise<number> {
  const { orgId, now } = tenancyOf(tx);
  const afterId = await takeBookmark(tx, orgId);
  if (afterId === undefined) return 0;
  const policies = await policiesIn(tx);
  const rows = policies.sources.length > 0 ? await credentialsAfter(tx, orgId, afterId, batch) : [];
  const violations = rows.flatMap((row) => {
    const { id, version, identityId, identityName, identityType: type, tags, ...facts } = row;
    const identity = { id: identityId, name: identityName, type, tags };
    const ttlSeconds = facts.ttlSeconds === null ? null : Math.round(facts.ttlSeconds);
    const verdicts = policies.judge('dailyPass', { ...facts, ttlSeconds, identity, now });
    const violator = { identityId, identityName, credentialId: id, credentialVersion: version };
    return violationsOf(verdicts, violator, { action: 'dailyPass', requestId: undefined });
  });
  await recordViolations(tx, violations);
  const finished = rows.length < batch;
  await moveBookmark(tx, orgId, { afterId: rows.at(-1)?.id ?? afterId, finished });
  return finished ? 0 : rows.length;
}
