// Where a secret of an answer goes. The model gets it only if the user says so.
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../failures.ts';

/** `show`: the model sees it. `refuse`: the call is not made. Otherwise, the folder that gets a file for each secret. */
export type SecretsTo = 'show' | 'refuse' | { folder: string };

/** Returns the folder with its whole path, and makes it if there is none. @throws {UsageError} if others can read it */
export function openFolder(folder: string): SecretsTo {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode } = statSync(folder);
    // Windows has no modes.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new UsageError(
        '--secrets-to: other users can read this folder. Run chmod 700, or name a new folder.',
      );
    return { folder: realpathSync(folder) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `--secrets-to: the folder cannot be used (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
  }
}

/** The service gave a secret, and it is in no file. */
export class LostSecret extends Error {
  constructor(id: string | undefined) {
    super(
      `The call succeeded, and its secret could not be written to a file. Revoke what it made${id === undefined ? '' : `: ${id}`}.`,
    );
  }
}

/** No secret is longer. So much of the disk is taken before a call, because a full disk would lose the secret. */
const reserved = 4096;

/** A file that waits for the secret of a call. */
export class SecretFile {
  readonly path: string;
  readonly #handle: number;

  constructor({ folder }: { folder: string }, tool: string) {
    this.path = join(folder, `${tool}-${crypto.randomUUID()}.txt`);
    this.#handle = openSync(this.path, 'wx', 0o600);
    try {
      writeSync(this.#handle, ' '.repeat(reserved));
    } catch (error) {
      this.drop();
      throw error;
    }
  }

  /** Takes the secret out of an answer, and puts the name of the file in its place. */
  keep(answer: Readonly<Record<string, unknown>>, field: string): Record<string, unknown> {
    const secret = answer[field];
    try {
      // Another form of a secret would go to the model.
      if (typeof secret !== 'string') throw new Error('it is not a text');
      this.#write(`${secret}\n`);
    } catch {
      this.drop();
      const { id } = answer;
      throw new LostSecret(typeof id === 'string' ? id : undefined);
    }
    closeSync(this.#handle);
    return { ...answer, [field]: `(in the file ${this.path})` };
  }

  /** The system may write a part only. */
  #write(text: string): void {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    while (at < bytes.length) at += writeSync(this.#handle, bytes, at, bytes.length - at, at);
    ftruncateSync(this.#handle, bytes.length);
  }

  /** Removes the file, because there is no secret. */
  drop(): void {
    closeSync(this.#handle);
    unlinkSync(this.path);
  }
}
