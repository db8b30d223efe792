import { partitionBefore } from './partitions.ts';
import type { TestService } from './service.ts';

/** Puts so many uses of a credential into the last half hour: that takes a back-test a while. */
export async function manyUses(
  { sql }: Pick<TestService, 'sql'>,
  orgId: string,
  credentialId: string,
  uses: number,
): Promise<void> {
  await partitionBefore({ sql }, 'usage_facts');
  await sql(
    `insert into usage_facts (org_id, credential_id, at, source, address, uses)
     select $1, $2, now() - n * interval '9 milliseconds', 'VERIFY', '10.0.' || n % 200 || '.' || n % 250, 1
       from generate_series(1, $3::int) as n`,
    [orgId, credentialId, uses],
  );
}

/** A draft that blocks this identity, as a request starts its back-test over the present hour. */
export const aBacktestOf = (identityId: string): object => ({
  policy: {
    name: 'A draft',
    priority: 500,
    decision: 'BLOCK',
    conditions: { identities: { include: [identityId] } },
  },
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
});
