import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onPython, onTypeScript } from '../examples/mcp-server.ts';
import { quickstarts } from '../examples/quickstarts.ts';

const page = readFileSync('docs/quickstarts.md', 'utf8');
/** Files that a tool demands, and the page of the quickstart. */
const isOther = (name: string): boolean =>
  /^(README\.md|package(-lock)?\.json|pom\.xml|go\.(mod|sum)|requirements.*\.txt)$/.test(name);

function filesOf(folder: string): string[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--', folder];
  return execFileSync('git', words, { encoding: 'utf8' }).trim().split('\n');
}

const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').trimEnd().split('\n').length, 0);

describe('docs/quickstarts.md', () => {
  test('lists each quickstart with the type of its client', () => {
    const rows = [...page.matchAll(/^\| \[.*\]\(\.\.\/examples\/(.*)\/README\.md\).* \| `(\w+)` \|$/gm)];
    const listed = rows.map(([, name, type]) => ({ name, type })).toSorted(byName);
    expect(listed).toEqual(quickstarts.map(({ name, type }) => ({ name, type })).toSorted(byName));
  });

  test.for(quickstarts)('says the truth about the size of $name', ({ name }) => {
    const code = filesOf(`examples/${name}`).filter((file) => !isOther(basename(file)));
    expect(linesOf(code)).toBeLessThanOrEqual(150);
    expect(linesOf(code)).toBeGreaterThan(20);
  });

  test.for(quickstarts)('is the first step of $name', ({ name }) => {
    expect(readFileSync(`examples/${name}/README.md`, 'utf8')).toContain('(../../docs/quickstarts.md)');
  });
});

describe('docs/agents.md', () => {
  const servers = [onTypeScript, onPython].map(({ name }) => `examples/${name}`);
  const agents = readFileSync('docs/agents.md', 'utf8');

  test.for(servers)('says the truth about the size of %s', (folder) => {
    const code = filesOf(folder).filter((file) => !isOther(basename(file)));
    expect(linesOf(code)).toBeLessThanOrEqual(150);
    const size = linesOf(code.filter((file) => basename(file).startsWith('server.')));
    expect(readFileSync(`${folder}/README.md`, 'utf8')).toContain(`in one file of ${size} lines`);
    expect(agents).toMatch(new RegExp(`${basename(folder)}/README\\.md\\)[^.]* ${size}`));
  });

  test.for(servers)('is the first step of %s', (folder) => {
    expect(readFileSync(`${folder}/README.md`, 'utf8')).toContain('(../../docs/agents.md)');
  });

  test('names the versions with which the tests run', () => {
    const manifests = [
      'package.json',
      'examples/mcp-server/package.json',
      'test/examples/mcp-clients/package.json',
    ];
    for (const file of manifests) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
        if (/^@modelcontextprotocol|^mcp-remote$/.test(name)) expect(versionsOf(agents)).toContain(version);
    }
    expect(versionsOf(agents)).toContain(
      /^mcp==(.*)$/m.exec(readFileSync('examples/mcp-server-python/requirements.txt', 'utf8'))?.[1],
    );
  });
});

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The versions in the table of docs/agents.md. */
const versionsOf = (text: string): string[] => text.match(/\b\d+\.\d+\.\d+(?:-[\w.]+)?/g) ?? [];

const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }): number =>
  (a.name ?? '').localeCompare(b.name ?? '');
