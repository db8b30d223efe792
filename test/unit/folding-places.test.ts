import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A text is trimmed, folded or normalised, in TypeScript or in SQL. */
const folds = new RegExp(
  [
    String.raw`\.trim(Start|End)?\(`,
    String.raw`\.normalize\('`,
    String.raw`to(Lower|Upper)Case\(|lowerCase\(`,
    String.raw`\b(lower|upper|folded|sign_in_key|name_key|btrim|rtrim)\(`,
    String.raw`\b(contains|nameContains|isSpelled|isRespelled|usersSpelled|onlyUserOf|nameHash|foldedPattern|signInKey|labelInLetters)\(`,
    String.raw`/lib/name-key\.ts'`,
    'ilike|likeAnywhere|domainTo(ASCII|Unicode)',
  ].join('|'),
);

const root = new URL('../../', import.meta.url);

// Each place decides whether two texts are one (docs/decisions/0098). A new place says in the list to which text it belongs. `sub`,
// NameID, issuer, entity ID, audience, redirect, externalId, scopes and claims that map to groups have no place there.
test('every file that trims, folds or normalises a text is in folding-places.txt', () => {
  const listed = readFileSync(new URL('test/unit/folding-places.txt', root), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const found = readdirSync(new URL('src', root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/${name}`)
    .filter((name) => folds.test(readFileSync(new URL(name, root), 'utf8')));
  expect(found.toSorted()).toEqual(listed.toSorted());
});
