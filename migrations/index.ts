import { Migration0105Schema } from './0105_schema.ts';

/** Every migration, in order. A migration that has been released is never edited; add another one. */
export const migrations = [{ name: '0105_schema', class: Migration0105Schema }];
