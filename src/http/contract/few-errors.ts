import type { ErrorObject } from 'ajv';

/** Errors that one validator describes. At most 50 fields are told, and one field may have several. */
export const mostErrors = 300;

/**
 * Transforms the code that Ajv generates (its option `code.process`): after {@link mostErrors} an error is counted and no
 * longer described. Ajv judges the value as before; it has no option for this.
 */
export const describeFew = (code: string): string =>
  code.replaceAll(/const (err\d+) = \{/g, `const $1 = errors >= ${mostErrors} ? undefined : {`);

/** The described errors of a validator whose code was transformed by {@link describeFew}. */
export const described = (errors: readonly (ErrorObject | undefined)[] | null | undefined): ErrorObject[] =>
  (errors ?? []).slice(0, mostErrors).filter((error) => error !== undefined);
