/** Returns whether another transaction held a lock for longer than Postgres was to wait for it (`lock_timeout`). */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === '55P03';

/** Returns whether a statement took longer than it may (`statement_timeout`). */
export const isStatementTimeout = (error: unknown): boolean => errorCode(error) === '57014';

/** Returns whether a row refers to a row that is removed, or to none. */
export const isForeignKeyViolation = (error: unknown): boolean => errorCode(error) === '23503';

/** The code of a system's or Postgres's error. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
