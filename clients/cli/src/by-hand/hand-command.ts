// A command that is written by hand.
import type { Command as Parser } from 'commander';
import type { Family } from '../command.ts';
import type { Io } from '../io.ts';
import type { Service } from '../service.ts';
import type { Target } from '../target.ts';

/** The run of a command by hand. */
export interface HandRun {
  io: Io;
  /** The generated commands. */
  families: Readonly<Record<string, Family>>;
  /** The options that stand before the command. */
  target: () => Target;
  /** Returns the service with the caller of this run: a key, or the user of a profile. @throws {UsageError} for a wrong key or address */
  service: () => Promise<Service>;
  /** Sets the exit code of the run. Without a call, it is 0. */
  end: (code: number) => void;
}

/** The module of a command. */
export interface HandModule {
  /**
   * Adds the arguments, the flags and the action. The name and the first sentence are there already. Completion calls it as well, so
   * only the action may use the run.
   */
  add: (parser: Parser, run: HandRun) => void;
  /** Command lines without `keyward`, which help shows. */
  examples: readonly string[];
}

export interface HandCommand {
  /** One word, or two: `audit tail`. The first word may be that of a family. */
  name: string;
  about: string;
  /** The operation whose generated command has the same name. The command by hand replaces it. */
  insteadOf?: string;
  /** Loads the module. Only a command that is named is loaded, so that the others cost no time. */
  load: () => Promise<{ hand: HandModule }>;
}

/** The commands by hand, as `run.ts` and completion read them. */
export type HandCommands = readonly HandCommand[];
