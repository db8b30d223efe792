export interface CsvColumn<Row> {
  title: string;
  csv?: (row: Row) => string | number | null | undefined;
}

/** How a list goes on (`pagination` of the API). */
export interface Paging {
  hasMore: boolean;
  nextCursor?: string | null | undefined;
  total?: number | null | undefined;
}

/** A page of a list, as the API answers. */
export interface PageOfRows<Row> {
  data: readonly Row[];
  pagination: Paging;
}

/** So many rows at most are in a file: a user may send 600 requests a minute, and a page has at most 100 rows. */
export const mostRows = 10_000;

/** A spreadsheet runs a text as a formula if it begins like this, also behind white space and in full width (OWASP). */
const formula = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;
/** The same behind what ends a field where a comma ends none: a semicolon, a tab, a line break. Quotes do not help there. */
const laterFormula = /(?<=[;\t\r\n][\s\uFEFF"]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g;

/**
 * A field of RFC 4180. A text that a spreadsheet would run gets an apostrophe in front: names come from strangers.
 * A semicolon is quoted as well, because it separates fields where a comma separates decimals.
 */
const field = (value: string | number | null | undefined): string => {
  const text = String(value ?? '');
  const safe =
    typeof value === 'string'
      ? `${formula.test(text) ? "'" : ''}${text.replaceAll(laterFormula, "'$&")}`
      : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string => {
  const shown = columns.filter(({ csv }) => csv);
  const lines = [
    shown.map(({ title }) => field(title)),
    ...rows.map((row) => shown.map(({ csv }) => field(csv?.(row)))),
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
};
