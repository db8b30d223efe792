import { run, type Families } from '../../clients/cli/src/run.ts';
import type { HandCommands } from '../../clients/cli/src/by-hand/hand-command.ts';
import type { Io } from '../../clients/cli/src/io.ts';

/** How a run of the command line ended. */
export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** The surroundings of a run. */
export interface Surroundings {
  env?: Record<string, string | undefined>;
  /** The texts of files, by the name that the command line gives; `-` is standard input. */
  files?: Record<string, string>;
  /** Whether standard output and standard error are a terminal. */
  isTerminal?: boolean;
  /** Whether standard output is a terminal, where it differs. */
  isOutTerminal?: boolean;
  /** The answer of a user to a question. Without an answer, there is no terminal. */
  answer?: string;
  fetch?: typeof fetch;
  /** Comes between two looks of a command that goes on, and says whether it does. Without it, the command ends. */
  wait?: (ms: number) => Promise<boolean>;
  families?: Families;
  hand?: HandCommands;
}

/** Runs a command line in this process. */
export async function keyward(
  words: readonly string[],
  {
    env = {},
    files = {},
    isTerminal = false,
    isOutTerminal = isTerminal,
    answer,
    fetch,
    wait = () => Promise.resolve(false),
    families,
    hand,
  }: Surroundings = {},
): Promise<Ran> {
  const texts = { out: '', err: '' };
  const io: Io = {
    env,
    out: { isTerminal: isOutTerminal, write: (text) => void (texts.out += text) },
    err: { isTerminal, write: (text) => void (texts.err += text) },
    canAsk: answer !== undefined,
    ask(question) {
      texts.err += question;
      return Promise.resolve(answer ?? '');
    },
    read(file) {
      const text = files[file];
      if (text === undefined)
        return Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' }));
      return Promise.resolve(text);
    },
    wait,
    ...(fetch && { fetch }),
  };
  return { code: await run(words, io, families, hand), ...texts };
}

/** Splits a command line of the docs as a shell does: words, and texts in single quotes. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/(?:'(?:[^']|'\\'')*'|[^\s'])+/g)].map(([word]) =>
    word.replaceAll("'\\''", '\0').replaceAll("'", '').replaceAll('\0', "'"),
  );
