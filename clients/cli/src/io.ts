// The streams, the environment and the files of a run. Tests give others.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

export interface Sink {
  isTerminal: boolean;
  write: (text: string) => void;
}

export interface Io {
  env: Readonly<Record<string, string | undefined>>;
  out: Sink;
  err: Sink;
  /** Whether a user can answer a question. */
  canAsk: boolean;
  /** Reads one line of a user. */
  ask: (question: string) => Promise<string>;
  /** Reads a file, or standard input for `-`. @throws when it is not there, or longer than `limit` bytes */
  read: (file: string, limit: number) => Promise<string>;
  /** Waits between two looks at the service. @returns whether to go on, which tests may deny */
  wait: (ms: number) => Promise<boolean>;
  /** Calls a function when the reader of an output has gone. Without it, the process ends at once, as others in a pipe do. */
  whenReaderGone?: (then: () => void) => void;
  fetch?: typeof fetch;
}

export class TooLong extends Error {}

/** Returns the streams, the environment and the files of this process. */
export function processIo(): Io {
  const { env, stdout, stderr } = process;
  // The reader of a pipe may go away: `keyward … | head -1`.
  let cleanUp: (() => void) | undefined;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (cleanUp) cleanUp();
    else process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  // A message that cannot be told ends nothing.
  stderr.on('error', () => cleanUp?.());
  return {
    env,
    out: { isTerminal: stdout.isTTY, write: (text) => void stdout.write(text) },
    err: { isTerminal: stderr.isTTY, write: (text) => void stderr.write(text) },
    // Read late: most runs leave standard input alone.
    get canAsk() {
      return process.stdin.isTTY && stderr.isTTY;
    },
    async ask(question) {
      // Loaded late: few runs ask.
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: stderr });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
    whenReaderGone: (then) => {
      cleanUp = then;
    },
    wait: (ms) => new Promise((done) => void setTimeout(() => done(true), ms)),
    read: (file, limit) =>
      file === '-' ? readAll(process.stdin, limit) : Promise.resolve(readFile(file, limit)),
  };
}

async function readAll(input: AsyncIterable<Buffer | string>, limit: number): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part);
    length += bytes.length;
    if (length > limit) throw new TooLong();
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readFile(file: string, limit: number): string {
  const handle = openSync(file, 'r');
  try {
    if (fstatSync(handle).isDirectory()) throw new Error('it is a folder');
    const bytes = Buffer.alloc(limit + 1);
    let length = 0;
    for (;;) {
      const read = readSync(handle, bytes, length, bytes.length - length, null);
      length += read;
      if (length > limit) throw new TooLong();
      if (read === 0) return bytes.toString('utf8', 0, length);
    }
  } finally {
    closeSync(handle);
  }
}
