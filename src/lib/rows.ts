/** What raw rows carry differently from entities. */

/** A time stamp of a raw row, which the driver of the entity manager gives as text. */
export const dateOf = (value: string | Date): Date => new Date(value);

export const dateOrNull = (value: string | Date | null): Date | null =>
  value === null ? null : new Date(value);

/** A pattern for `ilike` that finds `text` anywhere and takes none of it as a wildcard. */
export const likeAnywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
