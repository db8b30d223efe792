// A call of a tool: its arguments as a request, and the answer as a result.
import { isObject } from '../../../../src/lib/object.ts';
import { KeywardError } from '../../../typescript/src/errors.ts';
import type { CallOptions } from '../../../typescript/src/request.ts';
import type { Command } from '../command.ts';
import { linesOf, UsageError, withoutSecrets } from '../failures.ts';
import type { Io } from '../io.ts';
import type { Parts } from '../request.ts';
import { shownLines } from '../shown.ts';
import { bounded, type Value, visible } from './answers.ts';
import { bodyPart, dryRunPart, ifMatchPart } from './input-schema.ts';
import type { Narrow } from './narrow.ts';
import { SecretFile, type SecretsTo } from './secrets.ts';
import { secretFields, type Tool } from './tools.ts';
import { type Turns, TooMany } from './turns.ts';

/** A client of MCP waits for a minute, so a call ends sooner, with the turn that it waits for and the pause of a limit. */
const usualLongestCallMs = 45_000;
const longestAttemptMs = 20_000;
const retries = 1;

/** The call itself is wrong, so no request was sent. */
class WrongCall extends Error {}

class TookTooLong extends Error {
  constructor(longestCallMs: number) {
    super(`The call took ${longestCallMs / 1000} seconds, and was given up. A change may have happened.`);
  }
}

export interface Surroundings {
  io: Io;
  narrow: Pick<Narrow, 'service' | 'hint' | 'profile'>;
  secretsTo: SecretsTo;
  turns: Turns;
  /** How long a call takes at most. */
  longestCallMs?: number;
}

/** A result as MCP has it. */
export interface Result {
  content: { type: 'text'; text: string }[];
  structuredContent: Value;
  isError?: true;
  [key: string]: unknown;
}

/** Whether a body gives a field. `conditions.users` is a field of `conditions`. */
function gives(body: unknown, [name = '', ...rest]: readonly string[]): boolean {
  if (!isObject(body) || !Object.hasOwn(body, name) || body[name] === undefined) return false;
  return rest.length === 0 || gives(body[name], rest);
}

/** @throws {WrongCall} */
function partsOf({ command, name, inputSchema }: Tool, given: Value, showSecrets: boolean): Parts {
  const known = Object.keys(inputSchema.properties ?? {});
  const unknown = Object.keys(given).find((argument) => !known.includes(argument));
  if (unknown !== undefined)
    throw new WrongCall(`${name} has no argument \`${unknown}\`. It takes ${known.join(', ') || 'none'}.`);
  const missing = (inputSchema.required ?? []).filter((argument) => given[argument] === undefined);
  if (missing.length > 0) throw new WrongCall(`${name} needs ${missing.join(', ')}.`);
  const path = command.path.map((part) => {
    const value = given[part.name];
    if (typeof value !== 'string') throw new WrongCall(`\`${part.name}\` must be a text.`);
    return value;
  });
  const names = command.query.map((field) => field.name);
  const query = Object.fromEntries(Object.entries(given).filter(([argument]) => names.includes(argument)));
  const body = given[bodyPart];
  if (body !== undefined && !isObject(body)) throw new WrongCall('`body` must be an object.');
  const secret = showSecrets
    ? undefined
    : secretFields(command).find((field) => gives(body, field.split('.')));
  if (secret !== undefined)
    throw new WrongCall(
      `\`${secret}\` is or has a secret. The user sets it with the command line: ${commandLine(name)}.`,
    );
  return { path, query, body: body ?? (command.bodyNeeded ? {} : undefined) };
}

const commandLine = (tool: string): string => `\`keyward ${tool.replace('_', ' ')}\``;

function optionsOf(command: Command, given: Value, signal: AbortSignal): CallOptions {
  return {
    signal,
    timeoutMs: longestAttemptMs,
    maxRetries: retries,
    ...(command.dryRun && given[dryRunPart] === true && { dryRun: true }),
    ...(command.ifMatch && typeof given[ifMatchPart] === 'string' && { ifMatch: given[ifMatchPart] }),
  };
}

/** Opens the file for a secret of the answer, if a file gets it. @throws {WrongCall} if the secret has no place to go */
function fileFor({ command, name }: Tool, to: SecretsTo): SecretFile | undefined {
  if (command.secret === undefined || to === 'show') return undefined;
  if (to === 'refuse')
    throw new WrongCall(
      `The answer of ${name} has a secret, and the model must not see it. Nothing was done. The user can run ${commandLine(name)}, or start \`keyward mcp\` with --secrets-to FOLDER.`,
    );
  return new SecretFile(to, name);
}

/** A call that makes a secret got no answer. */
class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super(
      'The call got no answer. It may have made something whose secret is lost. List what there is, and revoke it.',
      { cause },
    );
  }
}

const mayHaveActed = (error: unknown): boolean =>
  !(error instanceof UsageError) &&
  (!(error instanceof KeywardError) || error.status === undefined || error.status >= 500);

async function answerOf(tool: Tool, given: Value, around: Surroundings, signal: AbortSignal): Promise<Value> {
  const { io, secretsTo, narrow } = around;
  const showSecrets = secretsTo === 'show';
  const { command } = tool;
  const parts = partsOf(tool, given, showSecrets);
  const file = fileFor(tool, secretsTo);
  let answer: unknown;
  let isSent = false;
  try {
    const service = await narrow.service();
    isSent = true;
    answer = await service.call(command, parts, optionsOf(command, given, signal));
  } catch (error) {
    file?.drop();
    if (file && isSent && mayHaveActed(error)) throw new UnknownOutcome(error);
    throw error;
  }
  const kept =
    file && command.secret !== undefined && isObject(answer) ? file.keep(answer, command.secret) : answer;
  return bounded(visible(kept, io, showSecrets));
}

/** Calls a tool. It throws nothing: an error is a result that says so. */
export async function callTool(
  tool: Tool,
  given: Value,
  around: Surroundings,
  signal: AbortSignal,
): Promise<Result> {
  const { longestCallMs = usualLongestCallMs } = around;
  const limit = AbortSignal.timeout(longestCallMs);
  const either = AbortSignal.any([signal, limit]);
  try {
    const value = await around.turns.run(() => answerOf(tool, given, around, either), either);
    return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value };
  } catch (error) {
    return failed(error === limit.reason ? new TookTooLong(longestCallMs) : error, around);
  }
}

/** Codes of errors that no response of the service has. */
function codeOf(error: unknown): string {
  if (error instanceof TooMany) return 'TOO_MANY_CALLS';
  if (error instanceof TookTooLong) return 'TIMEOUT';
  return error instanceof WrongCall || error instanceof UsageError ? 'WRONG_CALL' : 'FAILED';
}

/** Errors are short. Texts of callers may be long. */
const largestText = 4_000;
const largestDetails = 20_000;
const short = (text: string): string => (text.length > largestText ? `${text.slice(0, largestText)}…` : text);

function detailsOf({ details }: KeywardError): Value {
  const few = Object.fromEntries(Object.entries(details).slice(0, 50));
  return JSON.stringify(few).length > largestDetails ? { cut: 'The details do not fit into a result.' } : few;
}

function failed(error: unknown, { io, narrow: { hint, profile } }: Surroundings): Result {
  const isBound = error instanceof KeywardError && error.code === 'BOUND_NOT_GRANTABLE';
  const lines = [...linesOf(error, profile), ...(isBound && hint !== undefined ? [hint] : [])].map((line) =>
    short(shownLines(withoutSecrets(line, io))),
  );
  const facts: Value =
    error instanceof KeywardError
      ? {
          code: error.code,
          message: short(error.message),
          ...(error.status !== undefined && { status: error.status }),
          ...(error.requestId !== undefined && { requestId: error.requestId }),
          ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
          details: detailsOf(error),
        }
      : { code: codeOf(error), message: short(lines[0] ?? '') };
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n').slice(0, largestDetails) }],
    structuredContent: { error: visible(facts, io, false) },
  };
}
