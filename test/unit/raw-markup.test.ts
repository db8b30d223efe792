import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files that may put text into a page without escaping it, and why. */
const reasons: Readonly<Record<string, string>> = {
  'src/http/reference/code.ts': 'It escapes each piece itself, because it marks words in between.',
  'src/http/reference/guides/guide-page.ts':
    'It shows the HTML of guides, which is made from files of the repository. These may have no raw HTML.',
  'src/http/pages/outbox.ts': 'It shows whole mails in a frame without scripts.',
};

test('pages escape every text: `raw` is used in the files that have a reason', () => {
  const using = globSync('src/**/*.ts').filter((file) => /\braw\(/.test(readFileSync(file, 'utf8')));
  const ofMarkup = using.filter((file) => /\braw\b[^;]*lib\/markup/.test(readFileSync(file, 'utf8')));
  expect(ofMarkup.toSorted()).toEqual(Object.keys(reasons).toSorted());
});
