// How a run fails: the sentence on standard error, and the exit code by the class of the error.
import { KeywardAnswerError, KeywardError, KeywardUsageError } from '../../typescript/src/errors.ts';
import type { Io } from './io.ts';
import { shown } from './shown.ts';
import { painted } from './paint.ts';
import { loginCommand } from './profiles/login-command.ts';

/** Exit codes. Scripts depend on them, so they never change (docs/cli.md). */
export const exitCodes = {
  done: 0,
  /** The user said no, or the command line itself is at fault. */
  failed: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  conflict: 5,
  limit: 6,
  service: 7,
  /** A plan has changes, or a directory differs, and the command was asked to tell. */
  changed: 8,
} as const;

/** The command was written wrongly. No request was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Lines below the sentence, such as a place in a file on each. */
  readonly lines: readonly string[] = [];
}

/** The user did not confirm. */
export class Declined extends Error {
  override readonly name = 'Declined';
}

const byStatus: Readonly<Record<number, number>> = {
  401: exitCodes.refused,
  403: exitCodes.refused,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  412: exitCodes.conflict,
  429: exitCodes.limit,
};

/** Returns the exit code of a refusal of the service. */
export const exitCodeOfStatus = (status: number): number =>
  status >= 500 ? exitCodes.service : (byStatus[status] ?? exitCodes.usage);

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof KeywardUsageError) return exitCodes.usage;
  if (!(error instanceof KeywardError)) return exitCodes.failed;
  // Another server answered. Its status says nothing about a resource of ours.
  if (error instanceof KeywardAnswerError) return error.status === 429 ? exitCodes.limit : exitCodes.service;
  return error.status === undefined ? exitCodes.service : exitCodeOfStatus(error.status);
}

/** Our secrets by their form. */
const secrets = /\b(kd_(?:live|test|jit|operator|wrap|user|refresh)_|scim_|whsec_)[0-9A-Za-z+/=]{8,}/g;

/** Secrets that this run has read. */
const read = new Set<string>();

/** Keeps a secret out of the errors of this run. */
export function hideSecret(secret: string): void {
  if (secret.length >= 4) read.add(secret);
}

/** Returns a text without the key of the environment, without secrets that were read, and without what has the form of a secret of ours. */
export function withoutSecrets(text: string, { env }: Pick<Io, 'env'>): string {
  const key = env['KEYWARD_API_KEY'] ?? '';
  const kept = key.length >= 4 ? text.replaceAll(key, '…') : text;
  const longestFirst = [...read].toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce((left, secret) => left.replaceAll(secret, '…'), kept).replaceAll(secrets, '$1…');
}

/** Details of a field: its name and what is wrong. Other details are shown as JSON. */
const detailLine = ([name, value]: [string, unknown]): string =>
  `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;

/** Returns the sentence of an error, its details, and its facts. */
export function linesOf(error: unknown, profile?: string): string[] {
  if (error instanceof UsageError) return [error.message, ...error.lines];
  if (!(error instanceof KeywardError)) return [error instanceof Error ? error.message : 'An unknown error.'];
  const { message, details, code, status, requestId, retryAfterSeconds } = error;
  const facts = [code, status && `status ${status}`, requestId && `request ${requestId}`].filter(Boolean);
  return [
    message,
    ...Object.entries(details).slice(0, 50).map(detailLine),
    ...(retryAfterSeconds === undefined ? [] : [`  Try again in ${Math.ceil(retryAfterSeconds)} seconds.`]),
    ...(code === 'REAUTHENTICATION_REQUIRED' && profile !== undefined
      ? [`  Prove again who you are: ${loginCommand(profile)}`]
      : []),
    `  ${facts.join(', ')}`,
  ];
}

/** Prints why a run failed, and returns its exit code. @param profile the profile whose user called */
export function fail(error: unknown, io: Io, profile?: string): number {
  const [first = '', ...more] = linesOf(error, profile).map((line) => shown(withoutSecrets(line, io)));
  const indented = more.join('\n');
  io.err.write(`${painted('red', 'keyward:', io, io.err)} ${first}\n${indented}${indented && '\n'}`);
  return exitCodeOf(error);
}
