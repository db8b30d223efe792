// The profiles of this user: a file for each, which only the user can read.
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../failures.ts';
import { writeWhole } from '../whole-file.ts';
import { checkedName, folderOf } from './folder.ts';

const version = 1;

/** A private key of a curve, as JWK. */
export interface PrivateKey {
  kty: string;
  crv: string;
  x: string;
  y: string;
  d: string;
}

/** The part of the metadata of the provider that later runs need. */
export interface Provider {
  issuer: string;
  token_endpoint: string;
  revocation_endpoint: string;
}

/** A sign-in of a user, as it is stored. */
export interface Profile {
  version: typeof version;
  /** The public address of the service. */
  url: string;
  provider: Provider;
  /** The tenant in which the user signed in. */
  tenant: string;
  /** The two tenants of the organization; null for one that the user cannot enter. */
  tenants: { live: string | null; test: string | null };
  /** The name of the user. */
  user: string;
  /** The scopes, separated by spaces. */
  scope: string;
  key: PrivateKey;
  accessToken: string;
  /** When the access token ends, in milliseconds since 1970. */
  expiresAt: number;
  refreshToken: string;
}

/** The files of the profiles. */
export class Profiles {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns the profiles of a user, or undefined if the system names no folder of the user. */
  static of(env: Readonly<Record<string, string | undefined>>): Profiles | undefined {
    const folder = folderOf(env);
    return folder ? new Profiles(folder) : undefined;
  }

  fileOf(name: string): string {
    return join(this.folder, `${checkedName(name)}.json`);
  }

  /** Returns a profile, or undefined if there is none of this name. @throws {UsageError} if others can read it, or it is broken */
  read(name: string): Profile | undefined {
    const file = this.fileOf(name);
    let handle: number;
    try {
      handle = openSync(file, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new UsageError(`The file of the profile ${name} cannot be read (${codeOf(error)}).`);
    }
    try {
      // Asks for the file that is open, because another one may take its place.
      if (process.platform !== 'win32' && (fstatSync(handle).mode & 0o077) !== 0)
        throw new UsageError(`Other users of this machine can read ${file}. Run: chmod 600 ${file}`);
      return parsed(readFileSync(handle, 'utf8'), name);
    } finally {
      closeSync(handle);
    }
  }

  /** Writes a profile. A run that is killed leaves the former file or the new one. */
  write(name: string, profile: Profile): void {
    const file = this.fileOf(name);
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeWhole(file, `${JSON.stringify(profile, null, 2)}\n`, 0o600);
  }

  remove(name: string): void {
    rmSync(this.fileOf(name), { force: true });
  }

  /** Returns the names of the profiles. */
  names(): string[] {
    try {
      const files = readdirSync(this.folder).filter((file) => /^[a-z0-9][a-z0-9_-]*\.json$/.test(file));
      return files.map((file) => file.slice(0, -'.json'.length)).toSorted();
    } catch {
      return [];
    }
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

/** No error shows a part of the file. */
function parsed(text: string, name: string): Profile {
  let profile: Partial<Profile> = {};
  try {
    profile = JSON.parse(text) as Partial<Profile>;
  } catch {
    // The sentence below fits.
  }
  const { version: found, url, refreshToken, accessToken, key, provider } = profile;
  if (found === version && url && refreshToken && accessToken && key?.d && provider?.token_endpoint)
    return profile as Profile;
  throw new UsageError(
    `The file of the profile ${name} is broken, or of another release. Run: keyward login --profile ${name}`,
  );
}
