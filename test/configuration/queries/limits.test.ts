import { describe, expect, onTestFinished } from 'vitest';
import { aCredential } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { applied, planned, type Sent } from '../../support/configuration.ts';
import { test } from '../../support/service.ts';

const identities = (count: number, of = 'One'): Sent[] =>
  Array.from({ length: count }, (_, n) => ({
    kind: 'identity',
    key: `${of.toLowerCase()}-${n}`,
    spec: { name: `${of} ${n}`, type: 'CI_CD' },
  }));

test('a plan and an apply of 700 objects, and of one with a key that is made first, fit the limits of an organization', async ({
  service,
}) => {
  const { ours } = await service.addPair();
  const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100' });
  const { secret } = await aCredential(ours, { scopes: ['*'] });
  const caller = createClient(node.origin, secret, ours.orgId);
  const objects = [
    ...identities(700),
    {
      kind: 'oidcClient',
      key: 'portal',
      spec: { name: 'Portal', redirectUris: ['https://app.example.com/callback'] },
    },
  ];
  const { counts } = await applied(caller, objects);
  await node.stop();
  expect(counts).toMatchObject({ create: 701, refused: 0 });
});

describe('a plan', () => {
  test('has fewer subtransactions than a connection remembers, if some of its many changes are refused', async ({
    service,
  }) => {
    const { ours, sql } = service;
    // A row has the number of the subtransaction that wrote it. Above 64, Postgres looks them up on disk.
    await sql(`create function crowded() returns trigger language plpgsql as $body$
      begin
        if (select count(distinct i.xmin::text) from identities i where i.name like 'Crowd %') > 64 then
          raise exception 'too many subtransactions';
        end if;
        return new;
      end $body$;
      create trigger crowded before insert on identities for each row when (new.name like 'Crowd 1_9') execute function crowded()`);
    onTestFinished(
      async () => void (await sql('drop trigger crowded on identities; drop function crowded()')),
    );
    const objects = identities(200, 'Crowd').map((object, n) =>
      n % 40 === 7 ? { ...object, spec: { ...object.spec, expiresAt: '2020-01-01T00:00:00Z' } } : object,
    );
    const { changes, counts } = await planned(ours, objects);
    expect(counts).toMatchObject({ create: 200, refused: 5, untried: 0 });
    expect(changes.flatMap(({ refusal }, n) => (refusal ? [n] : []))).toEqual([7, 47, 87, 127, 167]);
  });

  test('tries each change as if the refused ones before it were not there', async ({ service }) => {
    const { ours } = await service.addPair();
    const scope = (key: string, name: string): Sent => ({
      kind: 'oidcScope',
      key,
      spec: { name, description: 'Reads orders' },
    });
    const { changes } = await planned(ours, [
      scope('a', 'orders'),
      scope('b', 'orders'),
      scope('c', 'bills'),
      scope('d', 'orders'),
    ]);
    expect(changes.map(({ key, refusal }) => [key, refusal?.status ?? null])).toEqual([
      ['a', null],
      ['b', 409],
      ['c', null],
      ['d', 409],
    ]);
    await applied(ours, [scope('a', 'orders'), scope('c', 'bills')]);
  });
});

test('an export is charged to the organization by what it reads', async ({ service }) => {
  const { ours } = await service.addPair();
  const node = await service.startNode({ RATE_LIMIT_PER_MINUTE: '100000' });
  onTestFinished(() => node.stop());
  const { secret } = await aCredential(ours, { scopes: ['config.export', 'identities.read'] });
  const caller = createClient(node.origin, secret, ours.orgId);
  // 40 s of work at once: each plan reserves 10 s, and looks at permissions alone.
  for (let n = 0; n < 3; n++) await planned(caller, identities(2_000));
  let exports = 0;
  let last = await caller.call('exportConfiguration');
  expect(last.status).toBe(200);
  while (last.status === 200 && exports++ < 500) last = await caller.call('exportConfiguration');
  expect([last.status, last.body.error]).toEqual([429, expect.stringContaining('take too much work')]);
});
