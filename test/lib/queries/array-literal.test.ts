import { expect } from 'vitest';
import { arrayLiteral } from '../../../src/lib/array-literal.ts';
import { test } from '../../support/service.ts';

test('Postgres reads every text of an array as it was', async ({ service }) => {
  const texts = [
    'null',
    'NULL',
    '',
    ' a ',
    'line\nand, comma',
    'tab\t"quoted"',
    'back\\slash',
    '{}',
    "'",
    '\u0001é',
  ];
  const [read] = await service.sql<{ texts: string[] }>('select $1::text[] as texts', [arrayLiteral(texts)]);
  expect(read?.texts).toEqual(texts);
  expect(arrayLiteral([])).toBe('{}');
});
