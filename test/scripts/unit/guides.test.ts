import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { row } from '../../../scripts/docs-table.ts';
import { writeFolder } from '../../../scripts/guides/folder.ts';
import { render } from '../../../scripts/guides/markdown.ts';
import { mentions } from '../../../scripts/guides/mentions.ts';

const links = {
  to: (target: string): string => `/to/${target}`,
  named: (code: string): string | undefined => (code === 'getUser' ? '/docs/operations/getUser' : undefined),
};
const rendered = (source: string): string => render(`# Title\n\n${source}`, links).html;

describe('a page of Markdown', () => {
  test('cannot have raw HTML, but a comment is left out', () => {
    expect(() => rendered('<b>bold</b>')).toThrow('raw HTML');
    expect(() => rendered('<script>alert(1)</script>')).toThrow('raw HTML');
    expect(rendered('<!-- made -->\n\ntext')).toBe('<h1>Title</h1>\n<p>text</p>\n');
  });

  test('writes what looks like HTML in code as text', () => {
    expect(rendered('`<b>`')).toContain('<code>&lt;b&gt;</code>');
    expect(rendered('```sh\necho "<b>"\n```')).toContain('&lt;b&gt;');
    expect(rendered('```json\n{}\n```')).toContain('<figcaption>JSON<');
  });

  test('has a place for each heading, also if two have the same text', () => {
    const page = render('# Title\n\nFirst.\n\n## A `code`, and more\n\n## Same\n\n## Same\n', links);
    expect(page.sections.map(({ id }) => id)).toEqual(['a-code-and-more', 'same', 'same-1']);
    expect(page).toMatchObject({ title: 'Title', summary: 'First.' });
    expect(page.html).toContain('<h2 id="same-1"><a href="#same-1">Same</a></h2>');
  });

  test('links code that names a page, but not in a link', () => {
    expect(rendered('`getUser`')).toContain('<a href="/docs/operations/getUser"><code>getUser</code></a>');
    expect(rendered('[`getUser`](x.md)')).toContain('<a href="/to/x.md"><code>getUser</code></a>');
  });

  test('shows a bare address as text, because it is an example', () => {
    expect(rendered('Set http://collector.example:4318 here.')).not.toContain('<a');
  });

  test('needs one title', () => {
    expect(() => render('text', links)).toThrow('has no title');
    expect(() => rendered('# Another')).toThrow('two titles');
  });
});

test('a page names operations by their ids, by method and path, and by calls', () => {
  const operations = [
    { id: 'getUser', method: 'GET', path: '/api/v1/users/{id}' },
    { id: 'deleteUser', method: 'DELETE', path: '/api/v1/users/{id}' },
    { id: 'listUsers', method: 'GET', path: '/api/v1/users' },
    { id: 'createUser', method: 'POST', path: '/api/v1/users' },
  ];
  const page = [
    'Use `getUser` or `DELETE /users/{id}`.',
    '```sh',
    `curl $API/users -d '{"name":"x"}'`,
    '```',
    '`/api/v1/users` has two operations, so it names none.',
  ].join('\n');
  expect(mentions('page', page, operations)).toEqual(['getUser', 'deleteUser', 'createUser']);
});

test('a row of a table writes "<" as it is read: as an entity in text, and as itself in code', () => {
  expect(row('`Keyward <a@b>`', 'Name <address>', 'a|b')).toBe(
    '| `Keyward <a@b>` | Name &lt;address> | a\\|b |',
  );
  const cells = `|a|b|c|\n|---|---|---|\n${row('`<a>`', '<b>', 'c')}`;
  expect(rendered(cells)).toContain('<td><code>&lt;a&gt;</code></td><td>&lt;b&gt;</td>');
});

describe('the folder of the documentation', () => {
  const site = new Map([
    ['llms.txt', 'list'],
    ['search.json', '{}'],
    ['ranking.js', ''],
  ]);
  const folder = (): string => {
    const made = mkdtempSync(join(tmpdir(), 'keyward-site-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };

  test('keeps no page of an earlier run', () => {
    const out = folder();
    writeFolder(out, new Map([...site, ['guides/old.html', 'old'], ['index.html', 'old']]));
    writeFolder(out, new Map([...site, ['guides/new.html', 'new']]));
    expect(readdirSync(out, { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
      'guides',
      'guides/new.html',
      'llms.txt',
      'ranking.js',
      'search.json',
    ]);
    expect(readFileSync(join(out, 'guides/new.html'), 'utf8')).toBe('new');
  });

  test('is not made in place of other files', () => {
    const out = folder();
    mkdirSync(join(out, 'guides'));
    writeFileSync(join(out, 'index.html'), 'mine');
    expect(() => writeFolder(out, site)).toThrow('has other files than the documentation');
    expect(readdirSync(out).toSorted()).toEqual(['guides', 'index.html']);
  });
});
