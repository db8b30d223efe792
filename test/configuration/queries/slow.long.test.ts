import { expect, onTestFinished } from 'vitest';
import { planned, type Sent } from '../../support/configuration.ts';
import { test } from '../../support/service.ts';

const identity = (n: number, spec: object = {}): Sent => ({
  kind: 'identity',
  key: `slow-${n}`,
  spec: { name: `Slow ${n}`, type: 'CI_CD', ...spec },
});

test('a plan tries changes for ten seconds, and judges the rest by permission alone', async ({ service }) => {
  const { ours, sql } = service;
  await sql(`create function slowly() returns trigger language plpgsql as $body$
    begin perform pg_sleep(11); return new; end $body$;
    create trigger slowly before insert on identities for each row when (new.name = 'Slow 0') execute function slowly()`);
  onTestFinished(async () => void (await sql('drop trigger slowly on identities; drop function slowly()')));
  const late = { expiresAt: '2020-01-01T00:00:00Z' };
  const { changes, counts } = await planned(ours, [identity(0), identity(1, late), identity(2)]);
  expect(changes.map(({ refusal }) => refusal)).toEqual([null, null, null]);
  expect(counts).toMatchObject({ create: 3, refused: 0, untried: 2 });
});
