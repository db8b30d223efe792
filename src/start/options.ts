import type { Work } from '../../generated/operations.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/open.ts';
import type { Size } from '../http/admission/crowd.ts';
import type { LookUpPacing } from '../lib/txt-records.ts';
import type { OwnAnswerOptions } from '../oidc/oidc-engine.ts';
import type { Log } from '../platform/log.ts';
import type { Pacing } from '../workers/tenant-jobs.ts';

/** The settings of a process, what it works on, and what only tests set. */
export interface ServiceOptions extends OwnAnswerOptions {
  config: Config;
  databaseUrl: string;
  /** The keys of the vault, 32 bytes each. The first seals, all open. */
  masterKeys: readonly Buffer[];
  log: Log;
  /** Runs when the database is open and before anything is served. */
  prepare?: (database: Database) => Promise<void>;
  /** How often jobs are looked for and tried again; for tests. */
  jobPacing?: Pacing;
  /** How long look-ups of records wait for name servers; for tests. */
  lookUpPacing?: Partial<LookUpPacing>;
  /** Whether every answer is held against the contract; for tests. */
  checkAnswers?: boolean;
  /** How many requests of each class of work run at once; for tests. */
  sizes?: Readonly<Record<Work, Size>>;
}
