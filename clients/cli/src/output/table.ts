// Tables for people. Their form may change in each release; scripts read JSON.
import stringWidth from 'string-width';
import { getBorderCharacters, table, type TableUserConfig } from 'table';
import type { Io } from '../io.ts';
import { painted } from '../paint.ts';
import { shown } from '../shown.ts';
import type { Answer } from '../service.ts';

/** Signs of a cell. JSON has the whole value. */
const widestCell = 60;

const layout = (widths: readonly number[]): TableUserConfig => ({
  border: getBorderCharacters('void'),
  columnDefault: { paddingLeft: 0, paddingRight: 2 },
  columns: widths.map((width) => ({ width })),
  drawHorizontalLine: () => false,
});

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ') || '-';
  return JSON.stringify(value);
};

/** Returns the text of a cell: one line, and no sign that a terminal obeys. */
export function cell(value: unknown, widest = widestCell): string {
  const text = shown(plain(value));
  const signs = Array.from(text);
  return signs.length > widest ? `${signs.slice(0, widest - 1).join('')}…` : text;
}

/** Returns the rows as lines, without the spaces at their ends. */
function lines(rows: readonly (readonly string[])[], widths: readonly number[]): string {
  if (rows.length === 0) return '';
  return table(rows, layout(widths)).replaceAll(/ +$/gm, '');
}

/** `lastUsedAt` → `LAST USED AT`. */
const heading = (name: string): string => name.replaceAll(/[A-Z]/g, ' $&').trim().toUpperCase();

/** A table of a list that comes page after page. Its columns get wider, and never narrower. */
export class ListTable {
  readonly #columns: readonly string[];
  readonly #io: Io;
  #widths: number[] = [];
  #hasHead = false;

  constructor(columns: readonly string[], io: Io) {
    this.#columns = columns;
    this.#io = io;
  }

  add(items: readonly Answer[]): void {
    const head = this.#columns.map(heading);
    const rows = items.map((item) => this.#columns.map((name) => cell(item[name])));
    this.#widths = head.map((title, at) =>
      Math.max(this.#widths[at] ?? stringWidth(title), ...rows.map((row) => stringWidth(row[at] ?? ''))),
    );
    const text = lines(this.#hasHead ? rows : [head, ...rows], this.#widths);
    const end = this.#hasHead ? 0 : text.indexOf('\n');
    this.#hasHead = true;
    const { out } = this.#io;
    out.write(
      `${end > 0 ? painted('bold', text.slice(0, end), this.#io, out) : ''}${text.slice(Math.max(end, 0))}`,
    );
  }
}

/** Returns one resource as a table of its fields. A value of it is never cut, because it may be a secret that is shown once. */
export function fieldTable(answer: Answer): string {
  const rows = Object.entries(answer).map(([name, value]) => [
    cell(name),
    cell(value, Number.POSITIVE_INFINITY),
  ]);
  const names = Math.max(0, ...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value = '']) => `${name.padEnd(names)}  ${value}\n`).join('');
}
