import { readFileSync } from 'node:fs';
import { errorCode } from '../lib/error-code.ts';

/** The settings that contain secrets. Each may come from a file: `MASTER_KEY_FILE` names the file of `MASTER_KEY`. */
export const secretSettings: readonly string[] = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'MASTER_KEY',
  'BOOTSTRAP_LIVE_KEY',
  'BOOTSTRAP_TEST_KEY',
  'SMTP_URL',
];

const fileVariable = (name: string): string => `${name}_FILE`;

/** The variables that name files of secrets. */
export const fileVariables: readonly string[] = secretSettings.map(fileVariable);

/** The setting that an operator wrote: nothing, a value, or a mistake in one sentence. */
export interface Written {
  value?: string;
  fault?: string;
}

/** Returns the value of a variable, or for a secret the content of the file that is named instead. Empty counts as unset. */
export function writtenValue(name: string, env: Readonly<Record<string, string | undefined>>): Written {
  const value = env[name];
  const variable = fileVariable(name);
  const file = secretSettings.includes(name) ? env[variable] : undefined;
  if (!file) return value ? { value } : {};
  if (value) return { fault: `${name} and ${variable} are both set: set one of them.` };
  const content = contentOf(file);
  if (content instanceof Error) {
    const code = errorCode(content) ?? 'unknown error';
    const advice = 'check its path, and whether the account of the service may read it';
    return { fault: `${variable} names a file that cannot be read (${code}): ${advice}.` };
  }
  if (content === '')
    return { fault: `${variable} names an empty file: write the value of ${name} into it.` };
  return { value: content };
}

/** Reads a file without the line break that most editors and tools put at its end. */
function contentOf(file: string): string | Error {
  try {
    return readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
