// Which operations are tools, and how a client of MCP sees them.
import { covers, holds } from '../../../../src/lib/scope.ts';
import type { Command, Family } from '../command.ts';
import { UsageError } from '../failures.ts';
import { givable, inputSchemaOf, type Schema } from './input-schema.ts';

/**
 * The families that are tools unless the user names others. All families are more than 80 tools. So many are hard to choose from, and
 * some clients take 40 only.
 */
export const usualFamilies = [
  'me',
  'identities',
  'credentials',
  'reports',
  'policies',
  'users',
  'groups',
  'oidc-clients',
  'audit-logs',
  'anomalies',
  'alerts',
] as const;

export interface Tool {
  /** `credentials_create-jit` for `keyward credentials create-jit`. */
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  command: Command;
}

/** A tool as clients get it. */
export type Listed = Omit<Tool, 'command'>;

export const listed = ({ name, title, description, inputSchema, annotations }: Tool): Listed => ({
  name,
  title,
  description,
  inputSchema,
  annotations,
});

/** The choices of the user. */
export interface Wanted {
  /** The families of `--family`. Empty for the usual ones. */
  families: readonly string[];
  /** The scopes of `--allow`. */
  allow: readonly string[];
  showSecrets: boolean;
}

type Families = Readonly<Record<string, Family>>;

const longestDescription = 240;

/** Returns the summary, and the sentences of the description that fit. */
function shortly({ summary, about = '' }: Command): string {
  let text = `${summary}.`;
  for (const sentence of about.replaceAll(/\s+/g, ' ').match(/[^.]+(?:\.(?! |$)[^.]*)*\.?/g) ?? []) {
    if (text.length + sentence.length > longestDescription) break;
    text += ` ${sentence.trim()}`;
  }
  return text;
}

function toolOf(family: string, verb: string, command: Command, showSecrets: boolean): Tool {
  const reads = command.reads === true;
  return {
    name: `${family}_${verb}`,
    title: command.summary,
    description: shortly(command),
    inputSchema: inputSchemaOf(command, showSecrets),
    annotations: {
      readOnlyHint: reads,
      destructiveHint: command.ends === true || command.endsIf !== undefined,
      idempotentHint: reads || command.repeats === true,
      // A tenant is a closed world. Some operations call a server of the tenant, such as a test of a webhook.
      openWorldHint: false,
    },
    command,
  };
}

/** Whether a call can be made without a field that is a secret. */
const needsNoSecret = ({ body = [], query }: Command): boolean =>
  ![...query, ...body].some(({ required, secret }) => required && secret);

/** A text such as an export of the audit log has no end that fits into an answer. */
const isPossible = (command: Command, { showSecrets }: Wanted): boolean =>
  !command.text && command.scope !== undefined && (showSecrets || needsNoSecret(command));

const isWanted = ({ scope, reads }: Command, { allow }: Wanted): boolean =>
  reads === true || (typeof scope === 'string' && holds(allow, scope));

/** @throws {UsageError} if the contract has no such family */
function checkFamilies(names: readonly string[], families: Families): void {
  const unknown = names.find((name) => name !== 'all' && !Object.hasOwn(families, name));
  if (unknown !== undefined)
    throw new UsageError(`--family ${unknown}: there is no such family. \`keyward --help\` lists them.`);
}

/** @throws {UsageError} if no operation needs the scope */
function checkScopes(allow: readonly string[], families: Families): void {
  const known = new Set(
    Object.values(families).flatMap(({ commands }) => Object.values(commands()).map(({ scope }) => scope)),
  );
  for (const scope of allow)
    if (![...known].some((one) => typeof one === 'string' && covers(scope, one)))
      throw new UsageError(
        `--allow ${scope}: no operation needs this scope. docs/rights.md lists the scopes.`,
      );
}

/**
 * Returns the tools: what reads, and what a scope of `--allow` lets change. Without `--family`, a scope brings its operations from every
 * family.
 * @throws {UsageError} if a family or a scope is unknown
 */
export function chosenTools(families: Families, wanted: Wanted): Tool[] {
  checkFamilies(wanted.families, families);
  checkScopes(wanted.allow, families);
  const isNamed = (family: string): boolean =>
    wanted.families.includes(family) || wanted.families.includes('all');
  const isUsual = (family: string): boolean => (usualFamilies as readonly string[]).includes(family);
  return Object.entries(families).flatMap(([family, { commands }]) => {
    const isListed = wanted.families.length > 0 ? isNamed(family) : isUsual(family);
    if (!isListed && wanted.families.length > 0) return [];
    return Object.entries(commands())
      .filter(([, command]) => isPossible(command, wanted) && isWanted(command, wanted))
      .filter(([, { reads }]) => isListed || !reads)
      .map(([verb, command]) => toolOf(family, verb, command, wanted.showSecrets));
  });
}

/** Returns the scopes that the tools need, and those of `--allow`. A caller with these scopes can do no more than the tools. */
export function scopesOf(tools: readonly Tool[], allow: readonly string[]): string[] {
  const needed = tools.flatMap(({ command: { scope } }) => (typeof scope === 'string' ? [scope] : []));
  const all = [...new Set([...needed, ...allow])];
  return all.filter((scope) => !all.some((other) => other !== scope && covers(other, scope))).toSorted();
}

/** The fields of a call that would be secrets, by their names. */
export const secretFields = (command: Command): string[] => {
  const all = [...command.query, ...(command.body ?? [])];
  const open = givable(all, false);
  return all.filter((field) => !open.includes(field)).map(({ name }) => name);
};
