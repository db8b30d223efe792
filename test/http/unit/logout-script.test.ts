import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const script = readFileSync(new URL('../../../src/http/ui/logout.js', import.meta.url), 'utf8');

describe('the script of the page of a logout', () => {
  test('asks few times in the five seconds in which the header Refresh goes on', async () => {
    const due: { at: number; run: () => Promise<void> }[] = [];
    const asked: number[] = [];
    let now = 0;
    runInNewContext(script, {
      document: {
        querySelectorAll: () => [],
        querySelector: () => ({ dataset: { waitFor: '/here' } }),
      },
      location: { replace: () => undefined },
      setTimeout: (run: () => Promise<void>, ms: number) => due.push({ at: now + ms, run }),
      fetch: async () => {
        asked.push(now);
        return { ok: true, headers: { has: () => true } };
      },
    });
    for (let next = due.shift(); next && next.at < 5_000; next = due.shift()) {
      now = next.at;
      await next.run();
    }
    expect(asked[0]).toBeLessThan(500);
    expect(asked.length).toBeLessThanOrEqual(5);
  });
});
