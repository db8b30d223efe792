// Which passwords are known from breaches, by a file that the operator brings along (BREACHED_PASSWORDS_FILE).
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { errorCode } from '../../lib/error-code.ts';

export interface BreachedPasswords {
  /** Whether there is a file. */
  readonly known: boolean;
  /** @throws when there is no file, or it cannot be read any more */
  has(password: string): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the list in the form that Have I Been Pwned publishes. The list has a line `<SHA-1 in hexadecimal>:<count>`
 * for each password, in the order of the hashes. The count may be missing. The list has 40 GB, so it is searched in
 * the file, in 36 short reads.
 * @throws with a sentence when the file cannot be read or is not such a list
 */
export async function openBreachedPasswords(path: string | undefined): Promise<BreachedPasswords> {
  if (path === undefined) return noBreachedPasswords;
  const file = await opened(path);
  return {
    known: true,
    async has(password) {
      const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
      return contains(file.handle, file.size, hash);
    },
    close: () => file.handle.close(),
  };
}

/** The list where the operator has brought no file. */
export const noBreachedPasswords: BreachedPasswords = {
  known: false,
  has: () => Promise.reject(new Error('there is no list of breached passwords')),
  close: () => Promise.resolve(),
};

async function opened(path: string): Promise<{ handle: FileHandle; size: number }> {
  const refuse = (reason: string): Error =>
    new Error(`BREACHED_PASSWORDS_FILE cannot be used: ${reason}. It must be a sorted list of SHA-1 hashes.`);
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw refuse(errorCode(error) ?? 'the file cannot be opened');
  });
  try {
    const { size } = await handle.stat();
    const [first, last] = [await lineAt(handle, 0), await lineAt(handle, Math.max(0, size - 60))];
    if (!first || !last || !isHash(first.hash) || !isHash(last.hash)) throw refuse('a line is not a hash');
    if (first.hash > last.hash) throw refuse('the lines are not in order');
    return { handle, size };
  } catch (error) {
    await handle.close();
    throw errorCode(error) === undefined ? error : refuse(errorCode(error) ?? '');
  }
}

interface Line {
  hash: string;
}

const isHash = (text: string): boolean => /^[0-9A-F]{40}$/.test(text);

/** Finds the first line that is not before `hash`. */
async function contains(handle: FileHandle, size: number, hash: string): Promise<boolean> {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await lineAt(handle, middle);
    if (line && line.hash < hash) low = middle + 1;
    else high = middle;
  }
  return (await lineAt(handle, low))?.hash === hash;
}

/** More than the longest line and the end of the one before. */
const enough = 128;

/** The first line that begins at `offset` or after it; undefined when none does. */
async function lineAt(handle: FileHandle, offset: number): Promise<Line | undefined> {
  const from = Math.max(0, offset - 1);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(enough), 0, enough, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begins = offset === 0 ? 0 : text.indexOf('\n') + 1;
  if (begins === 0 && offset > 0) return undefined;
  const hash = text.slice(begins, begins + 40).toUpperCase();
  return hash.length === 40 ? { hash } : undefined;
}
