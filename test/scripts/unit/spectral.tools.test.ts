import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Operation {
  responses: Record<string, unknown>;
  security?: object[];
}
interface Planted {
  security?: object[];
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties: Record<string, Record<string, unknown>> }>;
    parameters: Record<string, { schema: Record<string, unknown> }>;
  };
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
  // The document lacks other operations, so components that only they use count as unused.
  const held = found.filter(({ code }) => code !== 'oas3-unused-component');
  return held.map(({ code, path }) => `${code} ${path.join(' ')}`);
}

describe('Spectral with the exceptions of .spectral.yaml', () => {
  test('still finds what is planted beside each exception', () => {
    const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as Planted;
    const operation = document.paths['/api/v1/credentials']?.['get'];
    const written = document.paths['/api/v1/credentials']?.['post'];
    const properties = document.components.schemas['ErrorBody']?.properties;
    const searched = document.components.parameters['Search']?.schema;
    if (!operation || !written || !properties?.['error'] || !searched)
      throw new Error('the contract has changed: plant elsewhere');
    // A page and what it has instead of keys beside them. The whole document is for `make lint-contract`, and takes minutes.
    const kept = ['/api/v1/credentials', '/login/{orgId}', '/api/oidc/{orgId}/token'];
    document.paths = Object.fromEntries(
      Object.entries(document.paths).filter(([path]) => kept.includes(path)),
    );
    document.servers.push({ url: 'http://keyward.example', description: 'production', 'x-internal': false });
    delete operation.responses['401'];
    delete operation.responses['429'];
    delete document.security;
    operation.security = [];
    written.security = [];
    delete searched['maxLength'];
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
        'keys-by-default ',
        `owasp:api2:2023-read-restricted ${at} security`,
        'owasp:api2:2023-write-restricted paths /api/v1/credentials post security',
        'owasp:api4:2023-string-limit components parameters Search schema',
        `owasp:api4:2023-string-limit ${inBody} error`,
        `owasp:api4:2023-integer-limit ${inBody} count`,
        `owasp:api4:2023-array-limit ${inBody} list`,
      ]),
    );
  }, 240_000);
});
