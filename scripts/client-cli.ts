// Writes the generated core of clients/cli: what the command line knows of each operation of the contract.
import { mkdirSync, writeFileSync } from 'node:fs';
import { handCommands } from '../clients/cli/src/by-hand/commands.ts';
import type { HandCommands } from '../clients/cli/src/by-hand/hand-command.ts';
import type { Argument, Command, Family, Field } from '../clients/cli/src/command.ts';
import { type Contract, isJson, isOurs, type Operation } from '../src/lib/contract.ts';
import { answerOf, shownOf } from './cli/answers.ts';
import { configSchema, renderKinds } from './cli/config-schema.ts';
import { examplesOf } from './cli/examples.ts';
import { bodyFields, firstSentence, kebab, named, queryFields } from './cli/fields.ts';
import { clientNames, pageStyleOf } from './client-names.ts';
import { Reader } from './contract-reader.ts';
import { readContract } from './contract.ts';

const folder = 'clients/cli/src/generated';
/** Words that no family of the contract may take: those of commands that are written by hand. */
export const reserved = [
  ...handCommands.map(({ name }) => name).filter((name) => !name.includes(' ')),
  'completion',
  'help',
];
/** Nouns of ids that another server gives, such as the client ID at a social provider. */
const foreign = ['client'];
/** Verbs that end something, beside DELETE. A bulk of SCIM may delete. A test lists the verbs that do not ask, so a new one is judged. */
const ending =
  /^(?:apply|cancel|clean-up|close|delete|deprovision|disable|disconnect|end|erase|expire|purge|remove|reset|revoke|run-bulk|terminate|wipe)(?:-|$)/;
/** Switches of a body with which a command ends something. */
const endingSwitches = ['emergency'];

/** Scopes of operations that read or only try something. A verification counts a use, so it is not among them. */
const readingScope = /\.(?:read|simulate)$/;

/** Whether an operation changes nothing. An export writes a row of the audit log. */
const isReading = ({ method, 'x-audit': audit = 'none', 'x-permission': scope = '' }: Operation): boolean =>
  audit === 'none' && (method === 'GET' || readingScope.test(scope));

/** The commands of a family by their verb, and what the family is about. */
export interface Described {
  about: string;
  commands: Record<string, Command>;
}

/** Finds the commands that list what a part of the path or a field of an operation names. @param lists operations that list */
function listOf(lists: readonly Operation[], names: ReadonlyMap<string, string>, { path, tag }: Operation) {
  return {
    ofParameter: (parameter: string): string | undefined => {
      const before = path.slice(0, path.indexOf(`/{${parameter}}`));
      const list = lists.find((one) => one.path === before);
      return list && names.get(list.id);
    },
    ofField: (field: string): string | undefined => {
      const noun = /^(?:.*\.)?([a-z]\w*?)Ids?$/.exec(field)?.[1];
      if (noun === undefined || foreign.includes(noun)) return undefined;
      // `ownerUserId` names a user.
      const last = /[A-Z][a-z]+$/.exec(noun)?.[0] ?? noun;
      const listed = [noun, last].map((one) => {
        const plural = `/${kebab(one).replace(/y$/, 'ie')}s`;
        const found = lists.filter(({ path: at }) => at.endsWith(plural) && !at.includes('{'));
        return found.find((list) => list.tag === tag) ?? (found.length === 1 ? found[0] : undefined);
      });
      const list = listed.find((one) => one !== undefined);
      return list && names.get(list.id);
    },
  };
}

/** Describes every operation that the client libraries have. @throws where a command would have no name of its own */
export function describe(contract: Contract, byHand: HandCommands = handCommands): Record<string, Described> {
  const reader = new Reader(contract);
  const operations = reader.operations.filter(isOurs);
  const methods = clientNames(operations);
  const methodOf = ({ id }: Operation) => methods.get(id) ?? { family: '', method: id };
  const names = new Map(
    operations.map((one) => [one.id, `${kebab(methodOf(one).family)} ${kebab(methodOf(one).method)}`]),
  );
  const abouts = new Map(
    (contract.tags ?? []).map(({ name, description }) => [name, firstSentence(description)]),
  );
  const families: Record<string, Described> = {};
  const lists = operations.filter(
    (one) =>
      one.method === 'GET' &&
      one.parameters.some(({ in: place, name }) => place === 'query' && name === 'limit'),
  );
  for (const operation of operations) {
    const { family, method } = methodOf(operation);
    const [name, verb] = [kebab(family), kebab(method)];
    if (reserved.includes(name))
      throw new Error(`${operation.id}: ${name} is a command that is written by hand`);
    const described = (families[name] ??= { about: abouts.get(operation.tag) ?? '', commands: {} });
    if (described.commands[verb])
      throw new Error(`${operation.id}: ${name} ${verb} is another command already`);
    const hand = byHand.find((one) => one.name === `${name} ${verb}`);
    if (hand && hand.insteadOf !== operation.id)
      throw new Error(
        `${operation.id}: ${name} ${verb} is a command that is written by hand. If that does what the operation does, set its insteadOf`,
      );
    described.commands[verb] = commandOf(reader, operation, {
      call: [family, method],
      name: `${name} ${verb}`,
      list: listOf(lists, names, operation),
    });
  }
  return families;
}

interface Around {
  call: [string, string];
  /** The family and the verb. */
  name: string;
  list: ReturnType<typeof listOf>;
}

function commandOf(reader: Reader, operation: Operation, { call, name, list }: Around): Command {
  const { contract } = reader;
  const { id, method, parameters, summary = '', description } = operation;
  const withList = (field: Field): Field => {
    const from = list.ofField(field.name);
    return from === undefined ? field : { ...field, from };
  };
  const own = bodyFields(contract, operation);
  const asked = queryFields(contract, operation);
  const takes = (header: string) => parameters.some((one) => one.in === 'header' && one.name === header);
  const headers = takes('X-Dry-Run') ? ['dry-run'] : [];
  const all = named(id, [...asked, ...(own ?? [])].map(withList), headers);
  const query = all.slice(0, asked.length);
  const body = own && all.slice(asked.length);
  const path: Argument[] = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => {
    const from = list.ofParameter(parameter);
    const about = parameters.find((one) => one.in === 'path' && one.name === parameter)?.description;
    return { name: parameter, about: firstSentence(about), ...(from !== undefined && { from }) };
  });
  const { type, schema, etag } = answerOf(contract, operation);
  const verb = name.split(' ')[1] ?? '';
  const endsIf = body?.find((one) => one.kind === 'switch' && endingSwitches.includes(one.name))?.name;
  return {
    id,
    call,
    summary,
    ...(description !== undefined && { about: description.trim() }),
    path,
    query,
    ...(body && { body }),
    ...(operation.body?.required === true && { bodyNeeded: true as const }),
    ...(pageStyleOf(operation) && { pages: true as const }),
    ...(takes('X-Dry-Run') && { dryRun: true as const }),
    ...(takes('If-Match') && { ifMatch: true as const }),
    ...(takes('Idempotency-Key') && { keyed: true as const }),
    ...(takes('X-Wrap-Ttl') && { wraps: true as const }),
    ...(etag && { etag: true as const }),
    ...(!operation.secured && { open: true as const }),
    ...(operation.scheme === 'apiKey' && { scope: operation['x-permission'] ?? null }),
    ...(isReading(operation) && { reads: true as const }),
    ...(['PUT', 'DELETE'].includes(method) && { repeats: true as const }),
    ...(operation['x-secret'] !== undefined && { secret: operation['x-secret'] }),
    ...((method === 'DELETE' || (method !== 'GET' && ending.test(verb))) && { ends: true as const }),
    ...(endsIf !== undefined && { endsIf }),
    ...(type !== undefined && !isJson(type) ? { text: true as const } : shownOf(contract, schema)),
    examples: examplesOf(reader, operation, name, { path, query, body }),
  };
}

/** The source of generated/commands.ts: an entry a line, so that a change of the contract is read as a diff. */
export function render(families: Record<string, Described>): string {
  const list = (key: string, values: readonly object[]) =>
    `      ${key}: [${values.map((one) => `\n        ${JSON.stringify(one)},`).join('')}${values.length > 0 ? '\n      ' : ''}],\n`;
  const commandText = (verb: string, { path, query, body, ...facts }: Command): string =>
    `    ${JSON.stringify(verb)}: {\n      ...${JSON.stringify(facts)},\n${list('path', path)}${list('query', query)}${body ? list('body', body) : ''}    },\n`;
  return `// Generated from openapi/ by \`make generate\` (scripts/client-cli.ts); do not edit.
import type { Family } from '../command.ts';

export const families: Readonly<Record<string, Family>> = {
${Object.entries(families)
  .map(
    ([name, { about, commands }]) => `  ${JSON.stringify(name)}: {
    about: ${JSON.stringify(about)},
    verbs: {
${Object.entries(commands)
  .map(([verb, { summary }]) => `      ${JSON.stringify(verb)}: ${JSON.stringify(summary)},\n`)
  .join('')}    },
    commands: () => ({
${Object.entries(commands)
  .map(([verb, command]) => commandText(verb, command))
  .join('')}    }),
  },
`,
  )
  .join('')}};
`;
}

/** Returns the families as the command line reads them. */
export const familiesOf = (described: Record<string, Described>): Record<string, Family> =>
  Object.fromEntries(
    Object.entries(described).map(([name, { about, commands }]) => [
      name,
      {
        about,
        verbs: Object.fromEntries(Object.entries(commands).map(([verb, { summary }]) => [verb, summary])),
        commands: () => commands,
      },
    ]),
  );

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  const contract = readContract();
  writeFileSync(`${folder}/commands.ts`, render(describe(contract)));
  writeFileSync(`${folder}/config-kinds.ts`, renderKinds(contract));
  writeFileSync(`${folder}/config-schema.json`, `${JSON.stringify(configSchema(contract), null, 2)}\n`);
}
