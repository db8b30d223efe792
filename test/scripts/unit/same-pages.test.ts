import { expect, test } from 'vitest';
import { compareLooks, pageText, withoutUnstable } from '../../../scripts/same/pages/compare-looks.ts';
import type { Look } from '../../../scripts/same/pages/look.ts';

const aLook = (planted: Partial<Look> = {}): Look => ({
  tree: ['- main:', '  - heading "Credentials" [level=1]', '  - button "Rotate"'],
  boxes: ['main 0 0 1280 900', 'button 20 40 90 44 Rotate'],
  calls: ['GET /api/v1/credentials?limit=20'],
  picture: Buffer.from('pixels'),
  ...planted,
});

test('equal looks at a page have no difference', () => {
  expect(compareLooks(aLook(), aLook())).toEqual([]);
});

test('each part of a page that changed is found, with a short diff', () => {
  expect(compareLooks(aLook(), aLook({ tree: ['- main:', '  - button "Rotate"'] }))).toEqual([
    { part: 'tree', lines: ['-   - heading "Credentials" [level=1]'] },
  ]);
  expect(compareLooks(aLook(), aLook({ boxes: ['main 0 0 1280 900', 'button 20 41 90 44 Rotate'] }))).toEqual(
    [{ part: 'boxes', lines: ['- button 20 40 90 44 Rotate', '+ button 20 41 90 44 Rotate'] }],
  );
  const call = 'GET /api/v1/identities';
  expect(compareLooks(aLook(), aLook({ calls: [...aLook().calls, call] }))).toEqual([
    { part: 'calls', lines: [`+ ${call}`] },
  ]);
  expect(compareLooks(aLook(), aLook({ picture: Buffer.from('other') }))).toEqual([
    { part: 'picture', lines: [] },
  ]);
});

test('a part in which BASE differs from itself says nothing, and other parts do', () => {
  const unstable = compareLooks(aLook(), aLook({ picture: Buffer.from('a moving chart') }));
  const head = aLook({ picture: Buffer.from('other'), calls: [] });
  const found = withoutUnstable(compareLooks(aLook(), head), unstable);
  expect(pageText('/credentials', found)).toBe(
    '/credentials: calls of the API\n    - GET /api/v1/credentials?limit=20',
  );
});
