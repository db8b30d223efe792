/**
 * Returns the lines of a header. Reads `rawHeaders`, because `headers` of Node keeps only the first of two `Authorization` lines.
 * @param raw names and values by turns
 */
export const linesOf = (raw: readonly string[], name: string): string[] =>
  raw.filter((_, at) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name);
