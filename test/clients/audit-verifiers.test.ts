import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect } from 'vitest';
import {
  type AuditExportReport,
  KeywardUsageError,
  verifyAuditExport,
} from '../../clients/typescript/src/index.ts';
import { aCredential, aUser } from '../support/builders.ts';
import { test } from '../support/service.ts';

// The vectors of clients/python/tests/test_audit.py: an export, the changes to the export, and the expected findings.
interface Vectors {
  keys: Record<string, string>;
  export: string[];
  forged: string[];
  restored: string[];
  cases: {
    name: string;
    of: 'export' | 'forged' | 'restored';
    keys: string[];
    steps: Step[];
    kinds: string[];
  }[];
}
type Step = [step: string, at: number, ...words: (string | number)[]];

const vectors = JSON.parse(readFileSync('clients/python/tests/audit_vectors.json', 'utf8')) as Vectors;
const whole = `${vectors.export.join('\n')}\n`;
const own = [vectors.keys['own'] ?? ''];
const folder = mkdtempSync(join(tmpdir(), 'keyward-audit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const steps: Record<string, (lines: string[], at: number, ...words: never[]) => string[]> = {
  replace: (lines, at, from: string, to: string) => {
    expect(lines[at]).toContain(from);
    return lines.with(at, (lines[at] ?? '').replaceAll(from, to));
  },
  remove: (lines, at) => lines.toSpliced(at, 1),
  copy: (lines, at, to: number) => lines.toSpliced(to, 0, lines[at] ?? ''),
  move: (lines, at, to: number) => lines.toSpliced(at, 1).toSpliced(to, 0, lines[at] ?? ''),
  keep: (lines, at) => lines.slice(0, at),
  unsign: (lines, at) => changed(lines, at, { keyId: null, signature: null }),
  personal: (lines, at) => {
    const { actor, target } = JSON.parse(lines[at] ?? '');
    const unnamed = { actor: { ...actor, name: null }, target: { ...target, name: null } };
    const gone = {
      reason: null,
      ipAddress: null,
      userAgent: null,
      changes: [],
      erased: true,
      personal: null,
    };
    return changed(lines, at, { ...unnamed, ...gone });
  },
};
const changed = (lines: string[], at: number, values: object): string[] =>
  lines.with(at, JSON.stringify({ ...JSON.parse(lines[at] ?? ''), ...values }));

function altered({ of, steps: wanted }: Vectors['cases'][number]): string {
  let lines = vectors[of];
  let chopped = 0;
  for (const [step, at, ...words] of wanted) {
    if (step === 'chop') chopped = at;
    else lines = steps[step]?.(lines, at, ...(words as never[])) ?? [];
  }
  const text = lines.map((line) => `${line}\n`).join('');
  return chopped > 0 ? text.slice(0, -chopped) : text;
}

const kindsOf = ({ valid, faults }: AuditExportReport): string[] => {
  expect(valid).toBe(faults.length === 0);
  return [...new Set(faults.map(({ kind }) => kind))].sort();
};

/** Runs `make verify-audit`. @returns how it ended and what it said */
const script = (file: string, keyId: string) =>
  new Promise<{ code: number; out: string }>((done) => {
    const env = { ...process.env, FILE: file, KEY_ID: keyId };
    const child = execFile(process.execPath, ['scripts/verify-audit.ts'], { env }, (_error, out, err) =>
      done({ code: child.exitCode ?? -1, out: out + err }),
    );
  });

describe('verifyAuditExport', () => {
  test.for(vectors.cases)('finds $kinds in an export: $name', async (one) => {
    const keyIds = one.keys.map((name) => vectors.keys[name] ?? '');
    expect(kindsOf(await verifyAuditExport(altered(one), { keyIds }))).toEqual([...one.kinds].sort());
  });

  test('reads text, bytes and chunks of any size', async () => {
    const report = await verifyAuditExport(whole, { keyIds: own });
    expect(report).toMatchObject({ valid: true, rows: 7, firstSequence: 1, lastSequence: 7, omitted: 1 });
    const bytes = new TextEncoder().encode(whole);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
      bytes.subarray(7 * at, 7 * at + 7),
    );
    for (const source of [bytes, chunks, new Blob([bytes]).stream()])
      expect(await verifyAuditExport(source, { keyIds: own })).toEqual(report);
  });

  test('holds a place that was kept against the export', async () => {
    const { sequence, hash } = JSON.parse(vectors.export[5] ?? '');
    const kept = (known: { sequence: number; hash: string }) =>
      verifyAuditExport(whole, { keyIds: own, known }).then(kindsOf);
    expect(await kept({ sequence, hash })).toEqual([]);
    expect(await kept({ sequence, hash: '0'.repeat(64) })).toEqual(['FORGED']);
  });

  test.for([[[]], [['']], ['x'], [undefined]])(
    'verifies nothing without a key to trust: %j',
    async ([keyIds]) => {
      await expect(verifyAuditExport(whole, { keyIds: keyIds as never })).rejects.toThrow(KeywardUsageError);
    },
  );

  test.for([
    '',
    'x',
    '[]',
    'null',
    '{}',
    '{"type":"row"}',
    '['.repeat(100_000),
    '{"type":"header","keys":[1]}',
  ])('survives a line %#', async (line) => {
    for (const text of [`${line}\n${whole}`, whole.replace('\n', `\n${line}\n`)])
      expect((await verifyAuditExport(text, { keyIds: own })).valid).toBe(false);
    expect((await verifyAuditExport(Uint8Array.of(0xff, 0x0a), { keyIds: own })).valid).toBe(false);
  });

  test('believes what the service exports, with rows erased', async ({ service }) => {
    const { ours } = service;
    const userId = await aUser(ours);
    await ours.call('deleteUser', { path: { userId } });
    await aCredential(ours);
    const { body } = await ours.call('exportAuditLogs');
    const { keyIds } = (await ours.call('getAuditIntegrity')).body;
    expect(await verifyAuditExport(body, { keyIds })).toMatchObject({ valid: true, faults: [], omitted: 1 });
  });
});

describe('make verify-audit', () => {
  test('says what is wrong, and ends accordingly', async () => {
    const file = join(folder, 'export.ndjson');
    writeFileSync(file, whole);
    expect(await script(file, own[0] ?? '')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Valid: 7 rows/),
    });
    expect(await script(file, vectors.keys['foreign'] ?? '')).toMatchObject({ code: 1 });
    writeFileSync(file, whole.replace('"result":"SUCCESS"', '"result":"DENIED"'));
    expect(await script(file, own[0] ?? '')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^EDITED: line 2, sequence 1, aud_/),
    });
    expect((await script(file, '')).code).toBe(2);
    expect((await script(join(folder, 'nowhere'), own[0] ?? '')).code).toBe(2);
  });
});
