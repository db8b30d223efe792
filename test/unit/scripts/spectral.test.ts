import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Operation {
  responses: Record<string, unknown>;
  security?: object[];
}
interface Planted {
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: Record<string, Record<string, unknown>> }> };
}

/** The codes of what Spectral finds, with where, in a document that stands where the bundle does. */
function findings(document: Planted): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-spectral-'));
  writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
  // A file and no pipe: Spectral reads its input at once, and fails when a pipe has nothing yet (EAGAIN).
  const input = openSync(join(folder, 'document.json'), 'r');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/@stoplight/spectral-cli/dist/index.js',
      'lint',
      '--stdin-filepath=generated/openapi.yaml',
      '--fail-severity=warn',
      '--format=json',
      '--quiet',
    ],
    { stdio: [input, 'pipe', 'pipe'], encoding: 'utf8' },
  );
  closeSync(input);
  rmSync(folder, { recursive: true });
  if (stdout === '') throw new Error(`Spectral said nothing: ${stderr}`);
  const found = JSON.parse(stdout) as { code: string; path: string[] }[];
  return found.map(({ code, path }) => `${code} ${path.join(' ')}`);
}

describe('Spectral with the exceptions of .spectral.yaml', () => {
  it('still finds what is planted beside each exception', () => {
    const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Planted;
    const operation = document.paths['/api/v1/credentials']?.['get'];
    const properties = document.components.schemas['ErrorBody']?.properties;
    if (!operation || !properties?.['error']) throw new Error('the contract has changed: plant elsewhere');
    document.servers.push({ url: 'http://keyward.example', description: 'production', 'x-internal': false });
    delete operation.responses['401'];
    delete operation.responses['429'];
    operation.security = [];
    delete properties['error']['maxLength'];
    properties['count'] = { type: 'integer' };
    properties['list'] = { type: 'array', items: { type: 'boolean' } };

    const at = 'paths /api/v1/credentials get';
    const inBody = 'components schemas ErrorBody properties';
    expect(new Set(findings(document))).toEqual(
      new Set([
        'owasp:api8:2023-no-server-http servers 1 url',
        `owasp:api8:2023-define-error-responses-401 ${at} responses`,
        `owasp:api4:2023-rate-limit-responses-429 ${at} responses`,
        `owasp:api2:2023-read-restricted ${at} security`,
        `owasp:api4:2023-string-limit ${inBody} error`,
        `owasp:api4:2023-integer-limit ${inBody} count`,
        `owasp:api4:2023-array-limit ${inBody} list`,
      ]),
    );
  }, 60_000);
});
