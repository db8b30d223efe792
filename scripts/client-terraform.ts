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
import { ownKinds, passingCredentials } from './terraform/secrets.ts';
import { render } from './terraform/source.ts';

const folder = 'clients/terraform/internal/table';

/** A kind of `x-resources`, as openapi/resources.yaml explains it. */
export interface Kind extends Pick<Resource, 'id' | 'parts' | 'acts' | 'secrets'> {
  operations: Partial<Resource['operations']>;
  /** The values of `status` of objects that have ended, which the list still has. */
  ended?: string[];
}

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
  ended: string[];
  /** Whether an item of the list has all that a reading has. */
  isListed: boolean;
  attributes: Attribute[];
  shown: Attribute[];
}

/** A kind of credentials that end with the run of OpenTofu that makes them. */
export interface Passing {
  name: string;
  about: string;
  id: string;
  open: Operation;
  close: Operation;
  given: Attribute[];
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
  const kinds = { ...(contract['x-resources'] as Record<string, Kind> | undefined), ...ownKinds };
  return Object.entries(kinds).map(([name, kind]) => describeKind(contract, operations, snake(name), kind));
}

export function describePassing(contract: Contract): Passing[] {
  const operations = new Map(operationsOf(contract).map((one) => [one.id, one]));
  return Object.entries(passingCredentials).map(([name, { about, ...ids }]) => {
    const [open, close] = [operations.get(ids.open), operations.get(ids.close)];
    if (!open || !close)
      throw new Error(`${name}: the contract has no operation ${ids.open} or ${ids.close}`);
    const answer = answerOf(contract, open).schema;
    const given = givenAttributes(contract, {
      create: jsonOf(open.body?.content),
      change: undefined,
      answer,
    }).map((one) => without(one, 'default'));
    const names = given.map(({ wire }) => wire);
    return {
      name: snake(name),
      about,
      id: 'id',
      open,
      close,
      given,
      shown: shownAttributes(contract, answer).filter(({ wire }) => !names.includes(wire)),
    };
  });
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
  const { operations: ids, parts = [], acts = [], ended = [] } = kind;
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
  if (!answer || !(update ?? create) || Object.keys(fields).length === 0)
    throw new Error(`${name}: no operation answers it`);
  const secrets = kind.secrets?.made ?? [];
  const id = kind.id ?? 'id';
  const shown = shownAttributes(contract, answer).filter((one) => !isSecret(secrets)(one) && one.wire !== id);
  const given = givenAttributes(contract, {
    create: create && jsonOf(create.body?.content),
    change: update && jsonOf(update.body?.content),
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
  const secret = secrets.length > 0 ? (rotate ?? create)?.['x-secret'] : undefined;
  const itemFields = Object.keys(item ? (flat(contract, item).properties ?? {}) : {});
  return {
    name,
    about: (flat(contract, answer).description ?? '').trim(),
    calls: Object.fromEntries(Object.entries(calls).filter(([, call]) => call)),
    id,
    idPattern: flat(contract, fields[id] ?? {}).pattern ?? '',
    parts,
    ...(secret !== undefined && { secret }),
    ended,
    isListed: [...given.filter(({ unanswered, writeOnly }) => !unanswered && !writeOnly), ...lasting].every(
      ({ wire }) => itemFields.includes(wire),
    ),
    attributes: [...places, ...given, ...lasting],
    shown,
  };
}

if (import.meta.main) {
  const contract = readContract();
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/generated.go`, render(describe(contract), describePassing(contract)));
}
