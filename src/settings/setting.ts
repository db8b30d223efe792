import type { Kind } from './setting-kinds.ts';

/** One row: variable, kind, default as it would be written (undefined: unset), sentence. */
export const setting = <N extends string, T, D extends string | undefined>(
  name: N,
  kind: Kind<T>,
  fallback: D,
  sentence: string,
  shownDefault = fallback ?? 'unset',
) => ({ name, kind, fallback, sentence, shownDefault });
