/** A text of JavaScript. */
export const js = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A text of a shell. */
export const sh = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`;
