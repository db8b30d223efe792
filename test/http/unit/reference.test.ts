import { describe, expect, test } from 'vitest';
import { operationsOf } from '../../../src/lib/contract.ts';
import { readContract } from '../../../scripts/contract.ts';
import { files } from '../../../src/http/reference/files.ts';
import { pages } from '../../../src/http/reference/pages.ts';
import { searchEntries } from '../../../src/http/reference/search-entries.ts';
import { verificationCodes } from '../../../src/http/reference/verification-codes.ts';

const contract = readContract();
const texts = new Map(await Promise.all(pages.map(async ([path, make]) => [path, await make()] as const)));
const isGuide = (path: string): boolean => path.startsWith('/docs/guides/');

describe('the pages of the documentation', () => {
  test('are one for each operation and event of the contract', () => {
    for (const { id } of operationsOf(contract))
      expect.soft([...texts.keys()]).toContain(`/docs/operations/${id}`);
    for (const type of Object.keys(contract.webhooks ?? {}))
      expect.soft([...texts.keys()]).toContain(`/docs/events/${type}`);
  });

  test('explain every verification code', () => {
    expect(Object.keys(verificationCodes)).toEqual(contract.components?.schemas?.['VerificationCode']?.enum);
  });

  test('lead only to pages and places that exist', () => {
    const known = new Set([
      ...texts.keys(),
      ...[...texts].flatMap(([path, text]) =>
        [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => `${path}#${id}`),
      ),
    ]);
    const lost = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/(?:href|src)="((?:\/docs|#)[^"]*)"/g)]
        .map(([, target = '']) => (target.startsWith('#') ? path + target : target))
        .filter((target) => !known.has(target) && !files.has(target))
        .map((target) => `${path} leads to ${target}`),
    );
    expect(lost).toEqual([]);
  });

  test('have no place twice, no empty heading, no inline script or style, and no address of others', () => {
    for (const [path, text] of texts) {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect
        .soft(
          ids.filter((id, at) => ids.indexOf(id) !== at),
          path,
        )
        .toEqual([]);
      expect.soft(text, path).not.toMatch(/<h[1-6][^>]*>(\s|<a[^>]*>\s*<\/a>)*<\/h/);
      expect
        .soft(text, path)
        .not.toMatch(/<style| style="| on\w+="|<script(?! type="module" src="\/docs\/start\.js">)/);
      expect.soft(text, path).not.toMatch(/src="(?!\/)/);
      // Guides link to the sites of others. Nothing is loaded from there.
      const links = isGuide(path) ? /href="(?!\/|#|data:,"|https:\/\/)/ : /href="(?!\/|#|data:,")/;
      expect.soft(text, path).not.toMatch(links);
    }
  });

  test('begin with a list that says of each guide what it tells, and not that it is a page', () => {
    const list = texts.get('/docs') ?? '';
    expect(list).toContain('<dd>How users reach the dashboard at /admin');
    expect(list).not.toContain('<dd>This page says');
  });

  test('begin with four goals, each with a sentence and the guides to begin with', () => {
    const [goals = '', rest = ''] = (texts.get('/docs') ?? '').split('<section', 2);
    const named = [...goals.matchAll(/<li><h2>([^<]+)<\/h2><p>[^<]+\.<\/p><ul>(.*?)<\/ul>/g)];
    expect(named.map(([, name]) => name)).toEqual([
      'Issue and verify keys',
      'Sign users in',
      'Connect an enterprise',
      'Operate it',
    ]);
    for (const [, name, links = ''] of named)
      expect.soft(links.match(/href="\/docs\/guides\//g)?.length, name).toBeGreaterThan(1);
    expect(goals).toContain('<li><a href="/docs/guides/quick-start">Quick start</a></li>');
    expect(rest).toContain('id="Start"');
  });

  test('list the sections of a long guide beside its text and folded above it, with the same links', () => {
    const text = texts.get('/docs/guides/sign-in') ?? '';
    const [beside, folded] = ['aside', 'details class="sections"'].map((element) => {
      const [name] = element.split(' ');
      const list = new RegExp(`<${element}[^>]*>(?:(?!</${name}>)[^])*`).exec(text)?.[0] ?? '';
      return [...list.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    });
    expect(beside?.length).toBeGreaterThan(4);
    expect(folded).toEqual(beside);
    for (const id of beside ?? []) expect.soft(text).toContain(` id="${id}"`);
  });

  test('title the quick start by its name, and not by that of the product', () => {
    const text = texts.get('/docs/guides/quick-start') ?? '';
    expect(text).toContain('<h1>Quick start</h1>');
    expect(text).not.toContain('<h1>Keyward</h1>');
  });

  test('show no character as its entity', () => {
    const wrong = [...texts].filter(([, text]) => /&amp;(?:amp|lt|gt|quot|#\d+);/.test(text));
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  test('can all be found', async () => {
    const { entries } = JSON.parse(await searchEntries()) as { entries: { id: string; kind: string }[] };
    const found = entries
      .filter(({ id, kind }) => kind !== 'concept' && !id.includes('#'))
      .map(({ id }) => id);
    const owed = [...texts.keys()].filter((path) => path !== '/docs' && path !== '/docs/');
    expect(found.toSorted()).toEqual(owed.toSorted());
  });
});
