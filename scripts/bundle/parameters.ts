// Adds the parameters that follow from the path of an operation, and those that it takes by name.
import { nameOf, type Placed, type Ref, type Source } from './source.ts';

const pathParameters = 'components/path-parameters.yaml';

/** Where the shared parameters of a shape are looked for, in this order. */
const files: Readonly<Record<string, readonly string[]>> = {
  api: ['parameters.yaml'],
  page: ['page-parameters.yaml'],
  oauth: ['oidc-parameters.yaml', 'page-parameters.yaml'],
  'oauth-page': ['oidc-parameters.yaml', 'page-parameters.yaml'],
  scim: ['scim-parameters.yaml', 'parameters.yaml'],
};

/** The part of a path up to each of its placeholders. */
const prefixes = (path: string) => [...path.matchAll(/\}/g)].map(({ index }) => path.slice(0, index + 1));

/** Adds a parameter for each placeholder of a path. */
export function addPathParameters(source: Source): void {
  const known = source.read(pathParameters) as Record<string, string | undefined>;
  const first = new Map(source.operations.map((at) => [at.item, at]).toReversed() as [object, Placed][]);
  for (const at of first.values()) {
    const added: Ref[] = [];
    for (const prefix of prefixes(at.path)) {
      const parameter = known[prefix];
      if (parameter === undefined) source.report(at, `add ${prefix} to ${pathParameters}`);
      else added.push({ $ref: `../components/${parameter}` });
    }
    const own = at.item.parameters ?? [];
    for (const one of own)
      if (added.some(({ $ref }) => nameOf($ref) === nameOf(one['$ref'])))
        source.report(at, `drop the parameter ${nameOf(one['$ref'])}: it follows from the path`);
    if (added.length > 0) at.item.parameters = [...added, ...own];
  }
}

/** Replaces `x-takes`, a list of shared parameters, by references to them. Parameters of its own are in the query. */
export function addTakenParameters(source: Source): void {
  for (const at of source.operations) {
    const { operation } = at;
    const { 'x-takes': taken = [], parameters: own = [] } = operation;
    delete operation['x-takes'];
    for (const one of own) {
      if ('$ref' in one) continue;
      if (one['in'] === 'query') source.report(at, `drop in: query of ${String(one['name'])}: it follows`);
      one['in'] ??= 'query';
    }
    const last = own.at(-1)?.['$ref'];
    if (last !== undefined) source.report(at, `name ${nameOf(last)} in x-takes, in place of parameters`);
    // This header asks for a wrapped secret.
    const names = operation['x-secret'] === undefined ? taken : [...taken, 'WrapTtl'];
    const added = names.flatMap((name): Ref[] => {
      const file = files[at.shape]?.find((one) => source.read(`components/${one}`)[name] !== undefined);
      if (file !== undefined) return [{ $ref: `../components/${file}#/${name}` }];
      source.report(at, `x-takes names ${name}, which is in none of ${files[at.shape]?.join(', ')}`);
      return [];
    });
    if (taken.includes('WrapTtl')) source.report(at, 'drop WrapTtl from x-takes: it follows from x-secret');
    if (added.length > 0) operation.parameters = [...own, ...added];
  }
}
