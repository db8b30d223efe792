import type { ServerResponse } from 'node:http';
import { describe, expect } from 'vitest';
import { test } from '../../support/service.ts';
import { aSubject, away, connected, outcomeOf, signedInAs, startUpstream } from '../../support/upstream.ts';

/** More than a tenant may have connections to the database. */
const many = 15;

describe('a slow identity provider', () => {
  test('holds no connection while it is asked for tokens, and slows no other tenant', async ({ service }) => {
    const [slow, quick] = [await startUpstream(), await startUpstream()];
    const connection = await connected(service, slow);
    const waiting: ServerResponse[] = [];
    slow.pages['/token'] = (response) => void waiting.push(response);
    const gone = [];
    while (gone.length < many) gone.push(await away(service, connection, aSubject(connection)));
    const hanging = gone.map(({ person, callback }) => person.open(callback));
    await expect.poll(() => waiting.length, { timeout: 20_000 }).toBe(many);
    const held = await service.sql(
      `select state, query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(held).toEqual([]);
    for (const ours of [service.ours, service.theirs]) {
      const one = { ...service, ours };
      const working = await connected(one, quick);
      expect(outcomeOf(await signedInAs(one, working, aSubject(working)))).toBe('SIGNED_IN');
    }
    expect(waiting).toHaveLength(many);
    for (const response of waiting) response.writeHead(500).end();
    // The provider answers, and a stranger could have brought the code that it refuses.
    for (const { status } of await Promise.all(hanging)) expect(status).toBe(400);
    await Promise.all([slow.close(), quick.close()]);
  });
});
