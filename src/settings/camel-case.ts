/** The name of a variable as a property: PORT is port, RATE_LIMIT_BURST is rateLimitBurst. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<S>;

/** Returns the name of a variable as {@link CamelCase} types it. */
export const camelCase = (name: string): string =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
