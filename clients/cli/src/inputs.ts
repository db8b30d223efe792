// Bodies and secrets from files and from standard input. No error shows a part of them.
import { UsageError } from './failures.ts';
import { type Io, TooLong } from './io.ts';

/** The service takes no larger body. */
const longestBody = 4 * 1024 * 1024;
const longestSecret = 64 * 1024;

/** Reads each file at most once, because standard input has one reader. */
export class Inputs {
  readonly #io: Io;
  #stdin: string | undefined;

  constructor(io: Io) {
    this.#io = io;
  }

  /** Whether standard input was read, so that it cannot answer a question. */
  get hasReadStdin(): boolean {
    return this.#stdin !== undefined;
  }

  async #read(flag: string, file: string, limit: number): Promise<string> {
    if (file === '-') {
      if (this.#stdin !== undefined)
        throw new UsageError(
          `--${this.#stdin} and --${flag} both read standard input. Give one of them a file.`,
        );
      this.#stdin = flag;
    }
    try {
      return await this.#io.read(file, limit);
    } catch (error) {
      if (error instanceof TooLong)
        throw new UsageError(`The file of --${flag} is longer than ${limit} bytes.`, { cause: error });
      const code = (error as NodeJS.ErrnoException).code;
      const why =
        code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read (${code ?? 'unknown'}).`;
      // Not the name: it may be a secret, or a body, that was written where a file belongs.
      throw new UsageError(`--${flag}: ${why} It takes the name of a file, or - for standard input.`, {
        cause: error,
      });
    }
  }

  /** Reads a secret. The line end that editors and `echo` add does not belong to it. */
  async secret(flag: string, file: string): Promise<string> {
    return (await this.#read(flag, file, longestSecret)).replace(/\r?\n$/, '');
  }

  /** Reads a body. @throws when it is not a JSON object */
  async body(flag: string, file: string): Promise<Record<string, unknown>> {
    const value = parseJson(await this.#read(flag, file, longestBody), `The file of --${flag}`);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    throw new UsageError(`The file of --${flag} must hold a JSON object: {"name": "…"}.`);
  }

  /** Reads the value of a field with secrets in it. */
  async json(flag: string, file: string): Promise<unknown> {
    return parseJson(await this.#read(flag, file, longestBody), `The file of --${flag}`);
  }
}

/** @throws where it is not JSON, with the place. The error of the parser would show a part of the text */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    const before = text.slice(0, Number(at ?? text.length)).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    throw new UsageError(`${what} is not valid JSON (${place}).`);
  }
}
