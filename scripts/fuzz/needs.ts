import { type Contract, follow, type Operation, operationsOf, type Schema } from '../../src/lib/contract.ts';

/** The operations that make the resources of these fields of a body. The same names, with an `s`, are lists of ids. */
const byField: Readonly<Record<string, readonly string[]>> = {
  identityId: ['createIdentity'],
  credentialId: ['createCredential'],
  userId: ['createUser'],
};

/** Operations that make what others need, where neither paths, links nor bodies say so. */
const unsaid: Readonly<Record<string, readonly string[]>> = {
  unwrapCredential: ['createCredential'],
  getAccessBacktest: ['startAccessBacktest'],
  revokeInvitation: ['createUser'],
  previewConnectionMapping: ['createOidcConnection', 'createSamlConnection'],
  createTestSignIn: ['createOidcConnection', 'createSamlConnection'],
  listConnectionTraces: ['createOidcConnection', 'createSamlConnection'],
};

/** Only a suspended or paused resource can be changed back. */
const before: Readonly<Record<string, string>> = { reactivate: 'suspend', resume: 'pause' };

/** The operations that each operation of a contract needs, read once. */
const graphs = new WeakMap<Contract, Map<string, string[]>>();

/**
 * Returns these operations, and behind them those that make what they work on: by the links of the contract, by the collections
 * above their paths, and by the ids in their bodies.
 */
export function withNeeded(contract: Contract, ids: readonly string[]): string[] {
  const graph = graphs.get(contract) ?? graphOf(contract);
  graphs.set(contract, graph);
  const found = new Set(ids);
  // A set that grows is read to its end.
  for (const id of found) for (const needed of graph.get(id) ?? []) found.add(needed);
  return [...found];
}

function graphOf(contract: Contract): Map<string, string[]> {
  const all = operationsOf(contract);
  const linked = all.flatMap((one) => linkedBy(contract, one).map((id) => ({ id, creator: one.id })));
  const creators = Map.groupBy(linked, ({ id }) => id);
  return new Map(
    all.map(({ id, path, body }) => {
      const action = path.slice(path.lastIndexOf('/') + 1);
      const state = before[action] && path.slice(0, -action.length) + before[action];
      const needed = [
        ...collectionsOf(path).flatMap((one) => makersOf(all, one)),
        ...(creators.get(id) ?? []).map(({ creator }) => creator),
        ...all.filter((one) => one.path === state).map((one) => one.id),
        ...fieldsOf(contract, body?.content?.['application/json']?.schema).flatMap(
          (name) => byField[name] ?? byField[name.replace(/s$/, '')] ?? [],
        ),
        ...(unsaid[id] ?? []),
      ];
      return [id, needed];
    }),
  );
}

/** Returns the operations that list the items of a collection and create them. Devices are put at the id that the caller chooses. */
function makersOf(all: readonly Operation[], collection: string): string[] {
  const lists = all.filter(({ method, path }) => method === 'GET' && path === collection);
  const creators = all.filter(
    ({ method, path, responses }) => method === 'POST' && path === collection && '201' in responses,
  );
  const puts = all.filter(
    ({ method, path }) =>
      method === 'PUT' && path.replace(/\/\{\w+\}$/, '') === collection && path !== collection,
  );
  return [...lists, ...(creators.length > 0 ? creators : puts)].map(({ id }) => id);
}

/** Returns the paths that end before a parameter of this path. SCIM names the tenant in the path, which nothing creates. */
function collectionsOf(path: string): string[] {
  return [...path.matchAll(/\/\{(\w+)\}/g)].flatMap(({ index, 1: name }) =>
    name === 'orgId' ? [] : [path.slice(0, index)],
  );
}

/** Returns the operations that a creation links to. */
function linkedBy(contract: Contract, { responses }: Operation): string[] {
  const { links = {} } = follow(contract, responses['201'] ?? {});
  return Object.values(links).flatMap((link) => follow(contract, link).operationId ?? []);
}

/** Returns the names of the fields of a body, without those inside of its fields. */
function fieldsOf(contract: Contract, node: Schema = {}): string[] {
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = follow(contract, node);
  return [
    ...Object.keys(properties),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part) => fieldsOf(contract, part)),
  ];
}
