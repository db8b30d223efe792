/**
 * Returns the first `most` UTF-16 code units of a text. A cut through a letter of two units leaves half of it, which becomes U+FFFD: Postgres
 * refuses half a letter in JSON.
 */
export const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();
