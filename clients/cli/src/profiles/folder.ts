import { isAbsolute, join } from 'node:path';
import { UsageError } from '../failures.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the folder of the profiles of this user, or undefined if the system names none. */
export function folderOf(env: Env, platform: string = process.platform): string | undefined {
  const { XDG_CONFIG_HOME: config = '', APPDATA: roaming = '', HOME: home = '' } = env;
  // A relative path is invalid (XDG Base Directory Specification), and would depend on the folder of the run.
  if (isAbsolute(config)) return join(config, 'keyward', 'profiles');
  if (platform === 'win32') return roaming && join(roaming, 'keyward', 'profiles');
  if (!home) return undefined;
  return platform === 'darwin'
    ? join(home, 'Library', 'Application Support', 'keyward', 'profiles')
    : join(home, '.config', 'keyward', 'profiles');
}

/** @throws {UsageError} if a text cannot be the name of a profile. It is a part of the name of a file */
export function checkedName(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) return name;
  throw new UsageError(
    'The name of a profile has lowercase letters, digits, - and _, and at most 64 of them, such as work.',
  );
}
