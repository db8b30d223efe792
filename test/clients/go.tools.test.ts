import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { generate } from '../../scripts/client-go.ts';
import { readContract } from '../../scripts/contract.ts';
import { go } from '../support/go.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';

const lacking = lacks(programOf('go'), 'the Go client needs Go (Debian: apt install golang-go)');
const source = 'clients/go';
const generated = ['models.gen.go', 'families.gen.go', 'version.gen.go'];
let work = '';

describe.skipIf(lacking)('the Go client', () => {
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'keyward-go-client-'));
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test('passes its tests against the service, and go vet', { timeout: 300_000 }, async ({ service }) => {
    const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key };
    await go(source, {}, 'vet', './...');
    // A run that is kept would not ask this service.
    const { stdout } = await go(source, env, 'test', '-count=1', '-v', './...').catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).not.toMatch(/^\s*--- FAIL.*|^panic.*/m);
    expect(stdout).toContain('--- PASS: TestIssuesVerifiesRotatesAndRevokes');
    expect(stdout).not.toContain('--- SKIP');
  });

  test('is what the generator makes of the contract, and formatted', { timeout: 300_000 }, async () => {
    generate(readContract(), work, join(work, 'of-the-generator'), true);
    const text = (folder: string) => generated.map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(text(source)).toEqual(text(work));
    cpSync(source, join(work, 'module'), { recursive: true });
    // It formats a copy, and prints the files that were not formatted.
    expect((await go(join(work, 'module'), {}, 'fmt', './...')).stdout).toBe('');
    await go(source, {}, 'mod', 'tidy', '-diff');
  });
});
