import { tmpdir } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aUser } from '../support/builders.ts';
import { blocksOf } from '../support/blocks.ts';
import { partitionBefore } from '../support/partitions.ts';
import { lacksCurl } from '../support/programs.ts';
import { aPerson } from '../support/person.ts';
import { openShell } from '../support/shell.ts';
import { startTestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';

// docs/conditional-access.md: the blocks of its five policies run here as they stand, but for address and key.
const shown = blocksOf('docs/conditional-access.md');
const sh = (part: string): string => shown('sh', part);

describe('docs/conditional-access.md', () => {
  test.skipIf(lacksCurl('the calls of docs/conditional-access.md'))(
    'goes with five policies from a draft to a simulation, a back-test and enforcement',
    { timeout: 60_000 },
    async () => {
      // Back-tests are run by workers.
      const { ours, origin, sql, stop } = await startTestService({ ROLE: 'all' });
      onTestFinished(stop);
      const values: Record<string, string> = {
        API: `${origin}/api/v1/conditional-access`,
        KEY: ours.key ?? '',
      };
      const terminal = openShell(tmpdir(), { PATH: process.env['PATH'], HOME: process.env['HOME'] });
      const run = (part: string) => terminal.run(sh(part));
      await terminal.run(
        sh('API=http').replaceAll(/^(\w+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`),
      );
      const first = await terminal.run(
        sh('No pipelines at high risk')
          .replace(/^KEY=.*$/m, '')
          .replace('http://localhost:3000', origin),
      );
      expect(JSON.parse(first)).toMatchObject({ status: 'REPORT_ONLY', decision: 'BLOCK' });
      await ours.call('deleteAccessPolicy', { path: { id: JSON.parse(first).id } });
      await run('set -- -sS');
      await run('RISK=');
      const simulated = async () => JSON.parse(await run('curl "$@" $API/simulate'));

      const watched = JSON.parse(await run('curl "$@" "$API/policies?status=REPORT_ONLY"'));
      expect(watched.pagination.total).toBe(5);
      const draft = await simulated();
      expect(draft.decision).toBe('ALLOW');
      expect(draft.evaluated.map(({ applies }: { applies: boolean }) => applies)).toEqual([
        false,
        true,
        false,
        false,
        false,
      ]);

      const email = anEmail();
      const userId = await aUser(ours, { email, password: 'vivid-harbor-cello-42' });
      await aPerson(origin).signIn(ours.orgId ?? '', email, 'vivid-harbor-cello-42');
      // The sign-in, and the visit of the account page: visits of a minute share a row, which is written later.
      const recorded = () =>
        sql('select shared from access_decisions where user_id = $1 order by shared', [userId]);
      await expect.poll(recorded, { timeout: 20_000 }).toEqual([{ shared: false }, { shared: true }]);
      // A period ends before its last second.
      await partitionBefore({ sql }, 'access_decisions');
      await sql(
        `update access_decisions set at = least(at, now() - interval '2 seconds') where user_id = $1`,
        [userId],
      );
      await run('TEST=');
      const tested = async () => JSON.parse(await run('curl "$@" $API/backtests/$TEST'));
      await expect.poll(async () => (await tested()).status, { timeout: 20_000 }).toBe('COMPLETED');
      const { result } = await tested();
      expect(result.days.map(({ users }: { users: { asked: number } }) => users.asked)).toEqual([2]);

      await run('for ID in');
      expect(
        (await ours.call('listAccessPolicies', { query: { status: 'ENABLED' } })).body.pagination.total,
      ).toBe(5);
      expect(await simulated()).toMatchObject({
        decision: 'REQUIRE',
        policyName: 'Two factors outside the offices',
        requirements: ['MFA'],
      });
    },
  );
});
