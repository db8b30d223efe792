import { Migration0001Kernel } from './0001_kernel.ts';

/** Every migration, in order. A migration that has been released is never edited; add another one. */
export const migrations = [{ name: '0001_kernel', class: Migration0001Kernel }];
