// `make publish` refuses names that are not the owner's, before it uploads anything (scripts/release/publishable.ts).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { exampleFaults } from '../../scripts/release/examples.ts';
import { moduleFaults } from '../../scripts/release/go.ts';

/** A folder with these files. */
function aFolder(files: Record<string, unknown>): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

const owner = { npmScope: '@keyward', pythonName: 'keyward-client' };

test('the examples name packages of the owner of the example alone', () => {
  expect(exampleFaults(owner)).toEqual([]);
});

test('with another scope, each example that still has the old one is refused', () => {
  const faults = exampleFaults({ npmScope: '@acme', pythonName: 'acme-keyward' });
  for (const name of ['express', 'mobile', 'nextjs', 'react-spa'])
    expect(faults).toContain(
      `examples/${name}/package-lock.json takes @keyward/client without a checksum, and release.json names @acme`,
    );
  expect(faults).toContain(
    'examples/fastapi/requirements.txt does not take acme-keyward, as release.json names it',
  );
});

test('a package of anybody else needs a checksum, also deep in the tree', () => {
  const folder = aFolder({
    'a/package-lock.json': {
      packages: {
        '': {},
        'node_modules/@keyward/client': {},
        'node_modules/checked': { integrity: 'sha512-…' },
        'node_modules/checked/node_modules/loose': {},
        'node_modules/@keyward-client/middleware': {},
      },
    },
  });
  expect(exampleFaults(owner, folder)).toEqual([
    `${folder}/a/package-lock.json takes loose without a checksum, and release.json names @keyward`,
    `${folder}/a/package-lock.json takes @keyward-client/middleware without a checksum, and release.json names @keyward`,
  ]);
});

test.for([
  ['keyward.example/clients/go', '2.0.0'],
  ['keyward.example/clients/go/v2', '1.4.0'],
  ['keyward.example/clients/go/v2', '3.0.0'],
])('the module %s cannot be version %s', ([path = '', version = '']) => {
  expect(moduleFaults(path, version)).toEqual([
    expect.stringContaining(`release.json names the module ${path}, and Go finds version ${version} at`),
  ]);
});

test('before version 2, the path of the module has no version', () => {
  for (const version of ['0.1.0', '1.0.0', '1.99.0'])
    expect(moduleFaults('github.com/example/keyward/clients/go', version).join()).not.toContain(
      'Go finds version',
    );
});
