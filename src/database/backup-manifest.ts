// The list of a backup's files. It is written last, so a folder without it is not a whole backup.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join, win32 } from 'node:path';

export const MANIFEST = 'manifest.json';
const FORMAT = 'keyward.backup.1';

export interface BackedUpFile {
  /** Below `postgres/`, with slashes. */
  path: string;
  size: number;
  sha256: string;
}

export interface Manifest {
  format: typeof FORMAT;
  /** The major version of the PostgreSQL that wrote the files. */
  major: number;
  systemIdentifier: string;
  /** As Postgres says it. */
  startedAt: string;
  endedAt: string;
  startWal: string;
  endWal: string;
  /** The ids of the master keys that encrypted what is in the database. The keys themselves are not in the backup. */
  masterKeyIds: string[];
  folders: string[];
  files: BackedUpFile[];
}

/** The manifest as text, with its own checksum. */
export function manifestText(content: Omit<Manifest, 'format'>): string {
  const manifest = { format: FORMAT, ...content };
  return `${JSON.stringify({ sha256: checksum(manifest), manifest }, null, 1)}\n`;
}

/** Tells one backup from another. */
export const manifestId = ({ ...manifest }: Manifest): string => checksum(manifest);

const checksum = (manifest: object): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** @throws with a sentence if the folder is not a whole backup */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) {
    const begun = existsSync(join(folder, 'postgres'));
    throw new Error(
      begun
        ? `${folder} is an incomplete backup: it has no ${MANIFEST}, which is written last. Use another backup`
        : `${folder} is not a backup: it has no ${MANIFEST}`,
    );
  }
  const read: { sha256?: string; manifest?: Manifest } = JSON.parse(readFileSync(file, 'utf8'));
  if (!read.manifest || checksum(read.manifest) !== read.sha256)
    throw new Error(`${file} was changed after it was written: use another backup`);
  if (read.manifest.format !== FORMAT)
    throw new Error(`${file} has a format that this release does not know`);
  const { files, folders } = read.manifest;
  const outside = [...files.map(({ path }) => path), ...folders].find(isOutside);
  if (outside !== undefined) throw new Error(`${file} names ${outside}, which is not in the backup`);
  return read.manifest;
}

/** The author of a backup also writes its checksums, so they do not prove that it names only its own files. */
const isOutside = (path: string): boolean =>
  isAbsolute(path) || win32.isAbsolute(path) || path.split(/[/\\]/).includes('..');

/** The SHA-256 of a file, which may be longer than memory. */
export async function sha256Of(path: string): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest('hex'), size };
}
