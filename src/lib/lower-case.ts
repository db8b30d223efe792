/**
 * Returns the lower case that Postgres' `lower()` has in the locale C.UTF-8: every letter becomes one letter,
 * independent of the letters around it. JavaScript alone makes two code points of `İ`, and another letter of a `Σ` that
 * ends a word. A filter in memory would then match other values than the same filter in SQL (docs/decisions/0048).
 */
export const lowerCase = (text: string): string =>
  text.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();
