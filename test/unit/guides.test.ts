import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** The pages for readers who try something, and not for operators of a running service. */
const guides = ['README.md', ...globSync('docs/*.md')]
  .filter((page) => page !== 'docs/incidents.md')
  .toSorted();

const blocksOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

describe('guides', () => {
  test('use a key for test data', () => {
    expect(
      guides.filter((page) => blocksOf(page).some((text) => /^\s*KEY=/m.test(text))).length,
    ).toBeGreaterThan(4);
    expect(guides.filter((page) => blocksOf(page).some((text) => /KEY=kd_live_/.test(text)))).toEqual([]);
  });
  test('say what went wrong, if a response has not the value that the next line needs', () => {
    const silent = guides.flatMap((page) =>
      blocksOf(page)
        .filter((text) => /=\$\((?:curl|policy) /.test(text) && !/:\?|"error"/.test(text))
        .map((text) => `${page}: ${text}`),
    );
    expect(silent).toEqual([]);
  });
  test('leave no key file in the checkout', () => {
    const files = guides.flatMap((page) =>
      blocksOf(page).flatMap((text) => text.match(/-keyout \S+/g) ?? []),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !/-keyout (\.\.\/|\/)/.test(file))).toEqual([]);
  });
});
