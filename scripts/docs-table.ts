// Rows of tables in the pages that are made from the contract and from the tables of the service.

/** Escapes a text for a cell. In code, `<` stands for itself: an escape would be shown as it is written. */
const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('');

/** Returns a row of a table. */
export const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** Returns the line below the headings of a table. */
export const rule = (columns: number): string => `|${'---|'.repeat(columns)}`;
