import { existsSync, globSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, guidesOfTags, tasks } from '../../../scripts/guides/contents.ts';
import { siteOf } from '../../../scripts/guides/site.ts';
import { operations, tags } from '../../../src/http/reference/document.ts';
import { files } from '../../../src/http/reference/files.ts';
import { guidePage } from '../../../src/http/reference/guides/guide-page.ts';
import { guides, guidesOf, isDecision } from '../../../src/http/reference/guides/guides.ts';
import { llmsText } from '../../../src/http/reference/guides/llms.ts';
import { pages as served } from '../../../src/http/reference/pages.ts';
import {
  errorPath,
  eventPath,
  guidePath,
  operationPath,
  tagPath,
} from '../../../src/http/reference/paths.ts';
import { releaseOf } from '../../../src/http/reference/release.ts';

const listed = tasks.flatMap(({ pages }) => pages);
/** The files that were made, by their paths. */
const made = new Map<string, string>();
const madeOf = async (path: string): Promise<string> => {
  const file = files.get(path);
  if (!made.has(path)) made.set(path, file && 'make' in file ? await file.make() : '');
  return made.get(path) ?? '';
};
const named = Object.entries(guides).filter(([, { operations: ids }]) => ids.length > 0);

describe('the guides', () => {
  test('are every page of docs/, each once in the order of the tasks', () => {
    const pages = globSync('docs/*.md').map((file) => file.slice('docs/'.length, -'.md'.length));
    expect(listed.toSorted()).toEqual([...pages, 'decisions/README'].toSorted());
    for (const guide of listed) expect.soft(existsSync(fileOf(guide)), guide).toBe(true);
    expect(Object.keys(guides).filter(isDecision)).toHaveLength(globSync('docs/decisions/0*.md').length);
  });

  test('belong to every tag of the contract', () => {
    expect(Object.keys(guidesOfTags).toSorted()).toEqual(tags.map(({ name }) => name).toSorted());
    for (const guide of Object.values(guidesOfTags).flat()) expect.soft(listed).toContain(guide);
  });

  test('lead to the operations that they name, and these lead back', async () => {
    const internal = new Set(tasks.filter(({ isInternal }) => isInternal).flatMap(({ pages }) => pages));
    expect(named.length).toBeGreaterThan(20);
    for (const [guide, { operations: ids }] of named) {
      const page = await madeOf(guidePath(guide));
      for (const id of ids) {
        expect.soft(page, guide).toContain(`<a href="${operationPath(id)}">`);
        if (internal.has(guide)) continue;
        expect.soft(await madeOf(operationPath(id)), id).toContain(`<a href="${guidePath(guide)}">`);
      }
    }
  });

  test('are there for every operation', () => {
    for (const operation of operations) expect.soft(guidesOf(operation), operation.id).not.toEqual([]);
  });

  test('and all other pages are there as Markdown, too', async () => {
    const owed = served.map(([path]) => path).filter((path) => !/^\/docs\/?$/.test(path));
    expect(owed.length).toBeGreaterThan(700);
    for (const path of owed) {
      const text = await madeOf(`${path}.md`);
      expect.soft(await madeOf(path), path).toContain(`type="text/markdown" href="${path}.md"`);
      expect.soft(text, path).toMatch(/^(<!--.*-->\s+)?# \S/);
      if (!path.startsWith('/docs/guides/')) expect.soft(text, path).not.toMatch(/undefined|\[object|^\.$/m);
    }
    expect(await madeOf(operationPath('rotateCredential').concat('.md'))).toMatch(
      /`POST \/api\/v1\/credentials\/\{id\}\/rotate`.*- `gracePeriod` .*```sh\ncurl .*\]\(\/docs\/guides\/quick-start\.md\)/s,
    );
  });

  test('have the facts of errors, events and tags as Markdown, too', async () => {
    expect(await madeOf(`${errorPath('INVALID_GRANT_TYPE')}.md`)).toMatch(
      /^# `INVALID_GRANT_TYPE`\n\n400 Bad Request\.\n.*## What to do\n.*"code": "INVALID_GRANT_TYPE".*\]\(\/docs\/operations\/createOidcClient\.md\)/s,
    );
    expect(await madeOf(`${eventPath('identity.suspended')}.md`)).toMatch(
      /^# `identity\.suspended`\n.*- `webhookId` .*- `data` .*```json\n\{.*\]\(\/docs\/events\.md#headers-of-a-delivery\)/s,
    );
    expect(await madeOf(`${tagPath('webhooks')}.md`)).toContain(
      '- [Create a webhook](/docs/operations/createWebhook.md): `POST /api/v1/webhooks`',
    );
  });

  test('are listed in llms.txt, whose links lead to Markdown and to the contract', async () => {
    const text = llmsText();
    expect(text).toMatch(/^# Keyward\n\n> \S.*\n\n[^#]*\n## Start\n\n- \[/);
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, path = '']) => path);
    expect(links).toHaveLength(text.split('\n').filter((line) => line.startsWith('- ')).length);
    expect(links.filter((path) => !files.has(path))).toEqual(['/api/v1/openapi.yaml']);
    for (const list of ['operations', 'errors', 'verification-codes', 'events'])
      expect.soft(links).toContain(`/docs/${list}.md`);
    for (const { name } of tags) expect.soft(links).toContain(`${tagPath(name)}.md`);
    expect(await madeOf('/llms.txt')).toBe(text);
  });

  test('say when they changed and where to edit them, if the release says so', () => {
    const content = '<h1>Lists</h1>\n<p><a href="repository:src/main.ts#x">the start</a></p>\n';
    const without = guidePage('lists', content, releaseOf(undefined, undefined));
    expect(without).toContain('<a>the start</a>');
    expect(without).not.toMatch(/Changed on|Edit this page/);
    const release = JSON.stringify({
      sourceUrl: 'https://git.example/keyward/blob/main/{file}',
      editUrl: 'https://git.example/keyward/edit/main/{file}',
    });
    const page = guidePage('lists', content, releaseOf(release, '{"docs/lists.md":"2026-11-30"}'));
    expect(page).toContain('href="https://git.example/keyward/blob/main/src/main.ts#x"');
    expect(page).toContain('href="https://git.example/keyward/edit/main/docs/lists.md"');
    expect(page).toContain('<time datetime="2026-11-30">');
    expect(releaseOf('{"editUrl":"javascript:alert(1)//{file}"}', undefined).editUrl).toBeUndefined();
  });
});

describe('the folder of make site', () => {
  test('has relative links only, and all of them lead to files and places of the folder', async () => {
    const contract = ['json', 'yaml'].map(
      (kind) => [`/api/v1/openapi.${kind}`, { type: 'text/plain', make: () => '' }] as const,
    );
    const site = await siteOf(new Map([...files, ...contract]));
    const pages = [...site].flatMap(([place, content]) =>
      place.endsWith('.html') && typeof content === 'string' ? [[place, content] as const] : [],
    );
    expect(pages.length).toBeGreaterThan(500);
    const places = new Map(
      pages.map(([place, text]) => [
        place,
        new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
      ]),
    );
    const lost = pages.flatMap(([place, text]) =>
      [...text.matchAll(/ (?:href|src)="(?!https:|data:)([^"]*)"/g)]
        .map(([, target = '']) => target)
        .filter((target) => {
          const [path = '', hash] = target.split('#');
          const found = path === '' ? place : posix.join(posix.dirname(place), path);
          return path.startsWith('/') || !site.has(found) || (hash && places.get(found)?.has(hash) === false);
        })
        .map((target) => `${place} leads to ${target}`),
    );
    expect(lost).toEqual([]);
    const { entries } = JSON.parse(String(site.get('search.json'))) as { entries: { id: string }[] };
    expect(entries.filter(({ id }) => !site.has(id.split('#')[0] ?? ''))).toEqual([]);
    expect(String(site.get('llms.txt'))).toContain('](guides/quick-start.md)');
    const ofMarkdown = await Promise.all(
      [...site].map(async ([place, content]) =>
        place.endsWith('.md') && typeof content === 'string'
          ? [...content.replaceAll(/```[^]*?```|`[^`\n]*`/g, '').matchAll(/\]\((?!https:|#)([^)\s]+)\)/g)]
              .map(([, target = '']) => target.split('#')[0] ?? '')
              .filter((path) => !site.has(posix.join(posix.dirname(place), path)))
              .map((target) => `${place} leads to ${target}`)
          : [],
      ),
    );
    expect(ofMarkdown.length).toBeGreaterThan(500);
    expect(ofMarkdown.flat()).toEqual([]);
  });
});
