/** One sentence for the operator when a database cannot be had: which setting leads to it, and what it said. */
export function unusable(setting: string, cause: unknown): Error {
  return new Error(`the database of ${setting} cannot be used: ${reasonOf(cause)}.`, { cause });
}

/**
 * Returns the message of an error. An error that stands for several (a host with several addresses) has no
 * message.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const said = error instanceof Error ? error.message : String(error);
  return said.replace(/\s*\n\s*/g, ' ').replace(/\.$/, '');
}
