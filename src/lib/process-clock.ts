/** Seconds since 1970 by the clock of this process, for a library that judges by it. What we decide is decided by Postgres. */
export const processSeconds = (): number => Math.floor(Date.now() / 1000);
