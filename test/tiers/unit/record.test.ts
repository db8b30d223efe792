import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  baseOf,
  missingForRelease,
  nextPart,
  type NightRecord,
  type PartRun,
  partCount,
  readRecord,
  withPart,
  writeRecord,
} from '../../../scripts/tiers/record.ts';

const aPart = (changes: Partial<PartRun> = {}): PartRun => ({
  part: 1,
  commit: 'a',
  at: '2026-11-28T10:00:00.000Z',
  seconds: 900,
  passed: 2_000,
  failures: [],
  ...changes,
});
const empty: NightRecord = { turn: 4, parts: [], seconds: {} };

describe('the next part', () => {
  test('is the one after the newest', () => {
    expect(nextPart(empty)).toBe(1);
    expect(nextPart({ ...empty, parts: [aPart({ part: 3 }), aPart({ part: 2 })] })).toBe(4);
    expect(nextPart({ ...empty, parts: [aPart({ part: partCount })] })).toBe(1);
  });
});

describe('the commit that changes are counted from', () => {
  const head = Date.parse('2026-11-28T15:00:00Z');
  test('is that of the newest part of an earlier session', () => {
    const parts = [
      aPart({ commit: 'of this session', at: '2026-11-28T14:00:00Z' }),
      aPart({ commit: 'of this session, too', at: '2026-11-28T12:01:00Z' }),
      aPart({ commit: 'of the session before', at: '2026-11-28T11:59:00Z' }),
      aPart({ commit: 'older', at: '2026-11-27T10:00:00Z' }),
    ];
    expect(baseOf({ ...empty, parts }, head)).toBe('of the session before');
  });
  test('is not there before the first part', () => {
    expect(baseOf(empty, head)).toBeUndefined();
    expect(baseOf({ ...empty, parts: [aPart({ at: '2026-11-28T14:00:00Z' })] }, head)).toBeUndefined();
  });
});

describe('a part that ran', () => {
  test('raises the turn, and keeps what other files took', () => {
    const record = { ...empty, seconds: { kept: { node18: 1, node15: 2 }, gone: { node18: 3 } } };
    const gate = { kept: { node18: 4 } };
    const next = withPart(record, aPart(), { gate, part: { fresh: { deno15: 5 } } }, [
      'kept',
      'fresh',
      'never ran',
    ]);
    expect(next).toEqual({
      turn: 5,
      parts: [aPart()],
      seconds: { kept: { node18: 4, node15: 2 }, fresh: { deno15: 5 } },
    });
  });

  test('counts for nothing what a file took with all cases, once a gate has run it', () => {
    const part = { known: { node18: 90, deno15: 90 }, inGate: { node18: 90 }, fresh: { node18: 90 } };
    const { seconds } = withPart(
      { ...empty, seconds: { known: { node18: 1 } } },
      aPart(),
      { gate: { inGate: { node15: 2 } }, part },
      ['known', 'inGate', 'fresh'],
    );
    expect(seconds).toEqual({ known: { node18: 1 }, inGate: { node15: 2 }, fresh: { node18: 90 } });
  });

  test('is written and read back', () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyward-night-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'night.json');
    for (const record of [
      empty,
      withPart(empty, aPart({ failures: ['a "b"'] }), { gate: {}, part: { f: { node18: 1.5 } } }, ['f']),
    ]) {
      writeRecord(record, file);
      expect(readRecord(file)).toEqual(record);
    }
  });
});

describe('a release', () => {
  const all = Array.from({ length: partCount }, (_, at) => aPart({ part: at + 1, commit: 'c' }));
  test('has all parts on its commit', () => {
    expect(missingForRelease({ ...empty, parts: all }, 'c')).toEqual([]);
  });
  test('lacks a part of another commit, and one that failed', () => {
    const parts = all.map((one) =>
      one.part === 2 ? { ...one, commit: 'd' } : one.part === 5 ? { ...one, failures: ['x'] } : one,
    );
    expect(missingForRelease({ ...empty, parts }, 'c')).toEqual([
      'Part 2 did not run on c.',
      'Part 5 failed on c: x.',
    ]);
  });
});
