import { saveFile } from './save-file.ts';

interface CsvColumn<Row> {
  title: string;
  csv?: (row: Row) => string | number | null | undefined;
}

/**
 * A field of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front: names come from
 * strangers (OWASP, CSV injection).
 */
const field = (value: string | number | null | undefined): string => {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string => {
  const shown = columns.filter(({ csv }) => csv);
  const lines = [
    shown.map(({ title }) => field(title)),
    ...rows.map((row) => shown.map(({ csv }) => field(csv?.(row)))),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
};

/** Saves a file of these rows. */
export function downloadCsv<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void {
  const file = `${name.toLowerCase().replaceAll(' ', '-')}.csv`;
  saveFile(file, [csvOf(columns, rows)], 'text/csv;charset=utf-8');
}
