import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LineCounter, isMap, isScalar, parseDocument } from 'yaml';
import { operations } from '../../generated/operations.ts';

const most = 60;
const methods = new Set(['get', 'put', 'post', 'patch', 'delete', 'options', 'head']);
const text = (node: unknown): string => (isScalar(node) ? String(node.value) : '');

/** How many lines each operation of a file has. */
function linesOf(file: string): [name: string, lines: number][] {
  const lineCounter = new LineCounter();
  const { contents } = parseDocument(readFileSync(file, 'utf8'), { lineCounter });
  if (!isMap(contents)) return [];
  return contents.items.flatMap(({ key, value: item }) =>
    (isMap(item) ? item.items : [])
      .filter((pair) => methods.has(text(pair.key)))
      .map(({ key: method, value }): [string, number] => {
        const [start, , end] = isMap(value) ? (value.range ?? [0, 0, 0]) : [0, 0, 0];
        const lines = lineCounter.linePos(end).line - lineCounter.linePos(start).line;
        return [`${file}#/${text(key)}/${text(method)}`, lines];
      }),
  );
}

describe('openapi/', () => {
  const files = globSync('openapi/**/*.yaml');
  const counted = globSync('openapi/paths/*.yaml').flatMap(linesOf);

  test(`has at most ${most} lines for each operation`, () => {
    expect(counted.length).toBe(Object.keys(operations).length);
    expect(counted.filter(([, lines]) => lines > most)).toEqual([]);
  });
  test(`has at most ${most} lines for an operation on average, with everything they share`, () => {
    const lines = files.map((file) => readFileSync(file, 'utf8').split('\n').length - 1);
    expect(lines.reduce((sum, one) => sum + one, 0) / counted.length).toBeLessThanOrEqual(most);
  });
});
