// A release that is being built.
import type { Dependency } from './bases.ts';
import type { Owner } from './owner.ts';

export interface Release {
  version: string;
  /** The time of the commit, in seconds. Every file of the release has it. */
  time: number;
  commit: string;
  /** Whether the work tree may be dirty, and the changelog unfinished. A draft cannot be published. */
  isDraft: boolean;
  owner: Owner;
  /** The fields of the owner that are placeholders. */
  missing: readonly (keyof Owner)[];
  /** Inputs of the build besides the repository. A part adds its own. */
  dependencies: Dependency[];
  /** The folder of the files, as an absolute path. */
  out: string;
  /** A folder that is removed at the end, as an absolute path. */
  work: string;
}

/** Builds a part of a release into `out`. Returns a reason if this machine cannot build it, and nothing else if it can. */
export type Part = (release: Release) => Promise<string | undefined> | string | undefined;
