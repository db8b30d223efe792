/**
 * Returns the seconds since 1970 by the clock of this process, for a library that judges by it. Our own decisions use
 * the clock of Postgres.
 */
export const processSeconds = (): number => Math.floor(Date.now() / 1000);
