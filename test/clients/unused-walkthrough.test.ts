import { tmpdir } from 'node:os';
import { describe, expect } from 'vitest';
import { blocksOf } from '../support/blocks.ts';
import { lacksCurl } from '../support/programs.ts';
import { openShell } from '../support/shell.ts';
import { test, type TestService } from '../support/service.ts';

// docs/unused-credentials.md: its blocks run here as they stand, but for the values that are the reader's to set.
const shown = blocksOf('docs/unused-credentials.md');
const sh = (part: string): string => shown('sh', part);

/** Creates 421 unused keys and 78 used keys of 50 identities. The calling key makes 500. */
async function fiveHundredKeys({ sql, organizations }: TestService): Promise<void> {
  const { orgId } = organizations.ours.live;
  await sql(
    `insert into identities (org_id, id, name, type)
     select $1, 'idn_' || lpad(n::text, 26, '0'), 'job ' || n, 'CI_CD' from generate_series(1, 50) n`,
    [orgId],
  );
  await sql(
    `insert into credentials (org_id, id, identity_id, name, type, scopes, secret_hash, secret_prefix, secret_last4, created_at, last_used_at)
     select $1, 'cred_' || lpad(n::text, 26, '0'), 'idn_' || lpad((1 + n % 50)::text, 26, '0'), 'key ' || n, 'API_KEY',
            array['secrets.*', 'deploy.run'], sha256(n::text::bytea), 'kd_live_', 'last', now() - interval '700 days',
            case when n <= 78 then now() - interval '2 days' when n % 2 = 0 then now() - interval '300 days' end
       from generate_series(1, 499) n`,
    [orgId],
  );
  await sql(
    `insert into usage_days select org_id, id, current_date - 2, 'VERIFY', '203.0.113.7', 10 from credentials
      where org_id = $1 and last_used_at > now() - interval '3 days' and name like 'key %'`,
    [orgId],
  );
  await sql(
    `insert into scope_uses select org_id, id, 'secrets.read', last_used_at, last_used_at, 10 from credentials
      where org_id = $1 and last_used_at > now() - interval '3 days' and name like 'key %'`,
    [orgId],
  );
  await sql(`update usage_progress set scopes_since = now() - interval '200 days'`);
}

describe('docs/unused-credentials.md', () => {
  test.skipIf(lacksCurl('the calls of docs/unused-credentials.md'))(
    'goes from 500 keys to 80 that each have an owner, and a policy that keeps it so',
    {
      timeout: 120_000,
    },
    async ({ service }) => {
      const { ours, sql, organizations, origin } = service;
      await fiveHundredKeys(service);
      const missed = `cred_${'499'.padStart(26, '0')}`;
      const identity = `idn_${'8'.padStart(26, '0')}`;
      const values: Record<string, string> = {
        API: `${origin}/api/v1`,
        KEY: organizations.ours.live.key,
        MISSED: missed,
        IDENTITY: identity,
      };
      const terminal = openShell(tmpdir(), { PATH: process.env['PATH'], HOME: process.env['HOME'] });
      const run = (part: string) => terminal.run(sh(part));
      const set = (part: string) =>
        terminal.run(sh(part).replaceAll(/^(\w+)=.*$/gm, (_, name: string) => `${name}=${values[name]}`));
      const answer = async (part: string) => JSON.parse(await run(part));
      const byStatus = async () =>
        JSON.parse(await terminal.run('curl -sS "$API/credentials?limit=1" "$@"')).stats.byStatus;

      await set('API=');
      expect((await answer('set --')).stats.byStatus).toMatchObject({ ACTIVE: 500 });
      expect((await answer('curl -sS "$API/reports')).pagination).toMatchObject({ total: 421 });

      expect((await answer('curl -sS $API/credentials/clean-up')).done).toHaveLength(421);
      expect(await byStatus()).toMatchObject({ ACTIVE: 500 });
      await run('"action":"SUSPEND","dryRun":false');
      expect(await byStatus()).toEqual({ ACTIVE: 79, EXPIRED: 0, REVOKED: 0, SUSPENDED: 421 });

      await set('MISSED=');
      expect(await answer('$MISSED/reactivate')).toMatchObject({ id: missed, status: 'ACTIVE' });
      await run('"action":"REVOKE"');
      expect(await byStatus()).toEqual({ ACTIVE: 80, EXPIRED: 0, REVOKED: 420, SUSPENDED: 0 });

      await run('OWNER=');
      await run('PAGE=1');
      const owners = await sql(
        `select distinct u.email from credentials c join identities i on i.org_id = c.org_id and i.id = c.identity_id
         left join users u on u.org_id = i.org_id and u.id = i.owner_user_id
        where c.org_id = $1 and c.status = 'ACTIVE'`,
        [organizations.ours.live.orgId],
      );
      expect(owners).toEqual([{ email: 'ada@example.com' }]);

      await set('IDENTITY=');
      const { data } = await answer('unused-scopes?windowDays=90');
      expect(data).toHaveLength(2);
      for (const row of data)
        expect(row).toMatchObject({ unused: ['deploy.run'], suggestion: ['secrets.read'] });
      const narrowed = [{ to: ['secrets.read'] }, { to: ['secrets.read'] }];
      expect(await answer(`"$@" -d '{"windowDays":90}'`)).toMatchObject({ dryRun: true, narrowed });
      expect(await answer('"windowDays":90,"dryRun":false')).toMatchObject({ dryRun: false, narrowed });
      const { body } = await ours.call('listIdentityCredentials', {
        path: { id: identity },
        query: { status: 'ACTIVE' },
      });
      expect(body.data.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([
        ['secrets.read'],
        ['secrets.read'],
      ]);
      expect(await answer('OWNER_REQUIRED')).toMatchObject({ mode: 'ENFORCE' });
      expect(await answer('STRAY=')).toMatchObject({
        code: 'POLICY_DENIED',
        details: { policyName: 'Every key has an owner' },
      });
      await run('IDLE=');
      expect(await answer('policies/$IDLE')).toMatchObject({ type: 'INACTIVITY', mode: 'ENFORCE' });
      expect(await byStatus()).toMatchObject({ ACTIVE: 80 });
    },
  );
});
