import { expect, test } from 'vitest';
import { csvOf } from '../../dashboard/src/ui/csv.ts';

const fieldOf = (text: string | number): string =>
  csvOf([{ title: 'a', csv: (value: string | number) => value }], [text])
    .slice('a\r\n'.length)
    .replace(/\r\n$/, '');

test.each([
  ['plain', 'plain'],
  ['a "quote", and a comma', '"a ""quote"", and a comma"'],
  ['=1+1', "'=1+1"],
  [' @SUM(A1)', "' @SUM(A1)"],
  ['x;=1+1;y', `"x;'=1+1;y"`],
  ['x; \t-2', `"x; \t'-2"`],
  ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ['x\n"+1"', `"x\n""'+1"""`],
  ['x\t＝1', `"x\t'＝1"`],
  ['a-b; c=d', '"a-b; c=d"'],
])(
  'a spreadsheet does not run the text %j of a CSV file, also where a semicolon separates fields',
  (text, field) => {
    expect(fieldOf(text)).toBe(field);
  },
);

test('a number keeps its sign', () => {
  expect(fieldOf(-1)).toBe('-1');
});
