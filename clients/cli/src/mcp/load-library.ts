import type * as library from './library.ts';

export type Library = typeof library;

/** Loads the library. The bundle has another function in its place. */
export const loadLibrary = (): Promise<Library> => import('./library.ts');
