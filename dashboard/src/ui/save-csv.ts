import { type CsvColumn, csvOf } from './csv.ts';
import { saveFile } from './save-file.ts';

/** Saves a file of these rows. */
export function downloadCsv<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
): void {
  // A name of a stranger may be part of it.
  const file = `${name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`;
  saveFile(file, [csvOf(columns, rows)], 'text/csv;charset=utf-8');
}
