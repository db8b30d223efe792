import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { places } from '../../dashboard/src/app/places.ts';
import { kinds, thingOf } from '../../dashboard/src/ui/kinds.ts';
import { idPrefixes } from '../../src/lib/id.ts';
import { scopeCatalogue } from '../../src/lib/scope.ts';

/** The tabs of each page, in the sources of its section. */
const tabsOf = (section: string): string[] =>
  globSync(`dashboard/src/sections/${section}/*.tsx`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/name: '([a-z-]+)',\s*title: texts\.tabs/g)].map(
      ([, name = '']) => name,
    ),
  );

const pages = [
  ...readFileSync('dashboard/src/app/router.tsx', 'utf8').matchAll(/^ {2}page\(\s*'([^']+)'/gm),
].map(([, path = '']) => path);
const actions = [
  ...readFileSync('dashboard/src/app/actions.ts', 'utf8').matchAll(/path: '([^']+)',(?:\s*search: (.+),)?/g),
].map(([, path = '', search = '']) => ({ path, search: search.replace('create', "open: 'create'") }));
/** Whether a page of the section opens the dialog: by `useAsked`, or in the description of a resource. */
const asked = (dialog: string, section: string): boolean =>
  globSync(`dashboard/src/sections/${section}/*.tsx`).some((file) => {
    const source = readFileSync(file, 'utf8');
    if (source.includes(`useAsked([{ name: '${dialog}'`)) return true;
    if (!source.includes('= resource({')) return false;
    return (
      source.includes(`asked: '${dialog}'`) || (dialog === 'create' && /^ {2}create: \w+,$/m.test(source))
    );
  });

describe('the command palette', () => {
  test('has a page for each prefix of an id', () => {
    // Restores and keys of operators are for operators, and no page shows them.
    const shown = idPrefixes.filter((prefix) => prefix !== 'rst' && prefix !== 'opk');
    expect(Object.keys(kinds).sort()).toEqual(shown.sort());
    for (const prefix of shown) {
      const id = `${prefix}_01kahz5v3be4nr7q2m8x9c0d1e`;
      const thing = thingOf(id);
      const page = thing?.path.replace(id, '$');
      expect(
        pages.map((path) => path.replace(/\$\w+/, '$')),
        prefix,
      ).toContain(page);
      expect(scopeCatalogue as readonly string[]).toContain(thing?.needs);
    }
  });

  test('leads to settings that are there, and finds them by what users type', () => {
    for (const { path, tab, needs } of places) {
      expect(pages).toContain(path);
      if (tab) expect(tabsOf(path), `${path} has the tab ${tab}`).toContain(tab);
      if (needs) expect(scopeCatalogue as readonly string[]).toContain(needs);
    }
    const found = (typed: string) =>
      places
        .filter(({ title, words }) =>
          typed.split(' ').every((word) => `${title} ${words}`.toLowerCase().includes(word)),
        )
        .map(({ title }) => title);
    expect(found('logo')).toEqual(['Branding']);
    expect(found('password rules')).toEqual(['Password rules']);
    expect(found('mfa')).toEqual(['Authenticator apps']);
    expect(found('sso')).toContain('Single sign-on connections');
    expect(found('api key')).toContain('API keys');
  });

  test('begins only what a page of the router begins', () => {
    expect(actions.length).toBeGreaterThan(14);
    for (const { path, search } of actions) {
      expect(pages).toContain(path);
      const dialog = /open: '(\w+)'/.exec(search)?.[1];
      if (dialog) expect(asked(dialog, path.split('/')[0] ?? ''), `${path} opens ${dialog}`).toBe(true);
    }
  });
});
