// Writes the generated core of clients/terraform: the resources of the OpenTofu provider and their attributes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { type Contract, isJson, type Operation, operationsOf, type Schema } from '../src/lib/contract.ts';
import type { Resource } from '../src/platform/resources.ts';
import {
  type Attribute,
  flat,
  givenAttributes,
  shownAttributes,
  snake,
  without,
} from './terraform/attributes.ts';
import { answerOf } from './cli/answers.ts';
import { readContract } from './contract.ts';

const folder = 'clients/terraform/internal/table';

/** A kind of `x-resources`, as openapi/resources.yaml explains it. */
export type Kind = Pick<Resource, 'operations' | 'id' | 'parts' | 'acts' | 'secrets'>;

/** A kind of objects, as the provider knows it. */
export interface Described {
  name: string;
  about: string;
  calls: Partial<Record<'create' | 'read' | 'list' | 'update' | 'delete' | 'rotate', Operation>>;
  /** The field of an answer that holds the ID, and what an ID looks like. */
  id: string;
  idPattern: string;
  /** The fields that the path takes in place of an ID. */
  parts: string[];
  secret?: string;
  /** Whether an item of the list has all that a reading has. */
  isListed: boolean;
  attributes: Attribute[];
  shown: Attribute[];
}

const jsonOf = (content: Record<string, { schema?: Schema }> = {}): Schema | undefined =>
  Object.entries(content).find(([type]) => isJson(type))?.[1].schema;

/** Fields that are secrets, shown once or masked. They are in no state. */
const isSecret =
  (fields: readonly string[]) =>
  ({ wire }: Attribute) =>
    fields.includes(wire);

/** A field that the service alone writes and never changes again. Other fields would be changes that no one made. */
const isLasting = ({ wire, shape }: Attribute, schema: Schema | undefined): boolean =>
  wire === 'createdAt' || (shape === 'String' && schema?.format === 'uri');

export function describe(contract: Contract): Described[] {
  const operations = new Map(operationsOf(contract).map((one) => [one.id, one]));
  return Object.entries((contract['x-resources'] ?? {}) as Record<string, Kind>).map(([name, kind]) =>
    describeKind(contract, operations, snake(name), kind),
  );
}

function describeKind(
  contract: Contract,
  operations: ReadonlyMap<string, Operation>,
  name: string,
  kind: Kind,
): Described {
  const find = (id: string | undefined): Operation | undefined => {
    if (id === undefined) return undefined;
    const found = operations.get(id);
    if (!found) throw new Error(`${name}: the contract has no operation ${id}`);
    return found;
  };
  const { operations: ids, parts = [], acts = [] } = kind;
  const path = find(ids.update)?.path ?? '';
  const calls = {
    create: find(ids.create),
    read: find(ids.read),
    list: find(ids.list),
    update: find(ids.update),
    delete: find(ids.delete),
    rotate: [...operations.values()].find((one) => one.path === `${path}/rotate-secret`),
  };
  const { create, read, list, update, rotate } = calls;
  const listed = list && flat(contract, answerOf(contract, list).schema).properties?.['data'];
  const item = listed && flat(contract, listed).items;
  const answer = read ? answerOf(contract, read).schema : item;
  const fields = flat(contract, answer ?? {}).properties ?? {};
  if (!answer || !update || Object.keys(fields).length === 0)
    throw new Error(`${name}: no operation answers it`);
  const secrets = kind.secrets?.made ?? [];
  const id = kind.id ?? 'id';
  const shown = shownAttributes(contract, answer).filter((one) => !isSecret(secrets)(one) && one.wire !== id);
  const given = givenAttributes(contract, {
    create: create && jsonOf(create.body?.content),
    change: jsonOf(update.body?.content),
    answer,
  }).map((one): Attribute => {
    const rest = without(one, 'default', 'unanswered');
    if (acts.includes(one.wire))
      return { ...rest, unanswered: true, act: true, giver: 'Optional', absent: null };
    return kind.secrets?.given?.includes(one.wire) ? { ...rest, writeOnly: true } : one;
  });
  const places = shown
    .filter(({ wire }) => parts.includes(wire))
    .map((one) => ({ ...one, giver: 'Required' as const, creates: true }));
  const names = given.map(({ wire }) => wire);
  const lasting = shown.filter(
    (one) =>
      !names.includes(one.wire) && isLasting(one, fields[one.wire] && flat(contract, fields[one.wire] ?? {})),
  );
  const itemFields = Object.keys(item ? (flat(contract, item).properties ?? {}) : {});
  return {
    name,
    about: (flat(contract, answer).description ?? '').trim(),
    calls: Object.fromEntries(Object.entries(calls).filter(([, call]) => call)),
    id,
    idPattern: flat(contract, fields[id] ?? {}).pattern ?? '',
    parts,
    ...(rotate?.['x-secret'] !== undefined && { secret: rotate['x-secret'] }),
    isListed: [...given.filter(({ unanswered, writeOnly }) => !unanswered && !writeOnly), ...lasting].every(
      ({ wire }) => itemFields.includes(wire),
    ),
    attributes: [...places, ...given, ...lasting],
    shown,
  };
}

const text = (value: string) => JSON.stringify(value);
const pascal = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function attributeText(attribute: Attribute, depth: number): string {
  const { name, wire, shape, element, of, giver, rule } = attribute;
  const flags = (['creates', 'changes', 'writeOnly', 'unanswered', 'act', 'moment'] as const).filter(
    (one) => attribute[one],
  );
  const facts = [
    `Name: ${text(name)}`,
    `Wire: ${text(wire)}`,
    `Shape: ${shape}`,
    ...(element ? [`Element: ${element}`] : []),
    `Giver: ${giver}`,
    ...flags.map((flag) => `${pascal(flag)}: true`),
    ...('default' in attribute ? [`Default: ${text(JSON.stringify(attribute.default))}`] : []),
    ...(attribute.absent === null ? [] : [`Absent: ${text(JSON.stringify(attribute.absent))}`]),
    ...(Object.keys(rule).length > 0 ? [`Rule: ${ruleText(rule)}`] : []),
    ...(attribute.about ? [`About: ${text(attribute.about)}`] : []),
    ...(of ? [`Of: ${attributesText(of, depth)}`] : []),
  ];
  return `{${facts.join(', ')}}`;
}

const ruleText = ({ choices, pattern, message, least, most }: Attribute['rule']) =>
  `Rule{${[
    ...(choices ? [`Choices: []string{${choices.map(text).join(', ')}}`] : []),
    ...(pattern === undefined ? [] : [`Pattern: ${text(pattern)}`]),
    ...(message === undefined ? [] : [`Message: ${text(message)}`]),
    ...(least === undefined ? [] : [`Least: bound(${least})`]),
    ...(most === undefined ? [] : [`Most: bound(${most})`]),
  ].join(', ')}}`;

const attributesText = (list: readonly Attribute[], depth: number): string =>
  `[]Attribute{\n${list.map((one) => `${'\t'.repeat(depth + 1)}${attributeText(one, depth + 1)},\n`).join('')}${'\t'.repeat(depth)}}`;

const callText = ({ id, method, path, parameters, body, 'x-secret': secret }: Operation) =>
  `&Call{${[
    `Method: ${text(method)}`,
    `Path: ${text(path)}`,
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['Keyed: true'] : []),
    ...(parameters.some(({ name }) => name === 'search') ? ['Searches: true'] : []),
    ...(body?.required === true || method === 'PATCH' || method === 'PUT' ? ['Body: true'] : []),
    ...(id.startsWith('replace') ? ['Whole: true'] : []),
    ...(secret === undefined ? [] : [`Secret: ${text(secret)}`]),
  ].join(', ')}}`;

/** Returns the source of generated.go: an attribute a line, so that a change of the contract is read as a diff. */
export function render(described: readonly Described[]): string {
  const kindText = ({ name, about, calls, id, idPattern, parts, secret, isListed, ...rest }: Described) => {
    const facts: [string, string][] = [
      ['Name', text(name)],
      ['About', text(about)],
      ['ID', text(id)],
      ['IDPattern', text(idPattern)],
      ...(parts.length > 0 ? [['Parts', `[]string{${parts.map(text).join(', ')}}`] as [string, string]] : []),
      ...(secret === undefined ? [] : [['Secret', text(snake(secret))] as [string, string]]),
      ...(isListed ? [['Listed', 'true'] as [string, string]] : []),
      ...Object.entries(calls).map(([verb, call]): [string, string] => [pascal(verb), callText(call)]),
    ];
    // As gofmt writes it.
    const width = Math.max(...facts.map(([key]) => key.length)) + 1;
    const lines = facts.map(([key, value]) => `\t\t${`${key}:`.padEnd(width)} ${value},\n`).join('');
    return `\t{\n${lines}\t\tAttributes: ${attributesText(rest.attributes, 2)},\n\t\tShown: ${attributesText(rest.shown, 2)},\n\t},\n`;
  };
  return `// Code generated from openapi/ by make generate (scripts/client-terraform.ts); DO NOT EDIT.

package table

// Kinds are the kinds of objects that the provider manages.
var Kinds = []*Kind{
${described.map(kindText).join('')}}
`;
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/generated.go`, render(describe(readContract())));
}
