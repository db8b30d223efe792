import { describe, expect, onTestFinished, test } from 'vitest';
import { scopeUses, type ScopeUsesParts } from '../../../src/credentials/scope-uses.ts';
import type { ScopeUse } from '../../../src/credentials/sql/uses.ts';

const at = new Date('2026-01-15T10:30:00.000Z');
const later = new Date('2026-01-15T10:30:01.000Z');
const of = (credentialId: string) => ({ orgId: 'org_1', credentialId });

/** Records the uses that were written, and the uses that were lost. */
function recorder(parts: Partial<ScopeUsesParts> = {}) {
  const written: ScopeUse[] = [];
  const failures: [number, unknown][] = [];
  const uses = scopeUses({
    write: async (some) => void written.push(...some),
    failed: (lost, error) => failures.push([lost, error]),
    everyMs: 3_600_000,
    ...parts,
  });
  onTestFinished(() => uses.stop());
  return { uses, written, failures };
}

describe('the uses of scopes in memory', () => {
  test('are summed up and written when it stops', async () => {
    const { uses, written, failures } = recorder();
    uses.note(of('cred_1'), ['a', 'b'], later);
    uses.note(of('cred_1'), ['a'], at);
    uses.note(of('cred_2'), ['a'], at);
    await uses.stop();
    expect(written.map(({ credentialId, scope, uses: count }) => [credentialId, scope, count])).toEqual([
      ['cred_1', 'a', 2],
      ['cred_1', 'b', 1],
      ['cred_2', 'a', 1],
    ]);
    expect(written[0]).toMatchObject({ last: later });
    expect(failures).toEqual([]);
  });

  test('are bounded, in all and of one credential, and say what they lost', async () => {
    const { uses, written, failures } = recorder({ most: 600 });
    const many = Array.from({ length: 700 }, (_, one) => `s${one}`);
    uses.note(of('cred_1'), many, at);
    uses.note(of('cred_2'), many, at);
    uses.note(of('cred_1'), ['s0'], later);
    await uses.stop();
    expect(written).toHaveLength(600);
    expect(written.filter(({ credentialId }) => credentialId === 'cred_1')).toHaveLength(500);
    expect(written[0]).toMatchObject({ scope: 's0', uses: 2 });
    expect(failures).toEqual([[800, undefined]]);
  });

  test('are kept while they cannot be written', async () => {
    let down = 2;
    const written: ScopeUse[] = [];
    const broken = new Error('no database');
    const { uses, failures } = recorder({
      write: async (some) => {
        if (down-- > 0) throw broken;
        written.push(...some);
      },
    });
    uses.note(of('cred_1'), ['a'], at);
    await uses.stop();
    expect(failures).toEqual([
      [0, broken],
      [0, broken],
    ]);
    expect(written).toMatchObject([{ scope: 'a', uses: 1 }]);
  });
});
