// Adds links: what can be done next with what a response shows.
import { operationsOfOne } from '../collection.ts';
import { lifted, type Mapping, type Placed, type Ref, type Source } from './source.ts';

interface Linking {
  links?: Record<string, Ref>;
  'x-links'?: string[];
}

const file = 'components/links.yaml';
const linkName = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);
const placeholders = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The link to an operation: its last placeholder is the id in the response, the others are those of the request. */
function linkTo({ path, operation }: Placed): Mapping {
  const names = placeholders(path);
  const values = names.map((name, index) => [
    name,
    index === names.length - 1 ? '$response.body#/id' : `$request.path.${name}`,
  ]);
  return { operationId: operation.operationId, parameters: Object.fromEntries(values) as Mapping };
}

/** The operations of a created resource. A page or a callback is for browsers, not for the caller that created it. */
const idsOfOne = ({ operations }: Source, collection: string): string[] =>
  operationsOfOne(operations, collection)
    .filter(({ operation: { shape } }) => !/^(page|oauth)/.test(shape))
    .map(({ operation: one }) => one.operation.operationId);

/** Replaces `x-links`, a list of operations, by links. */
export function addLinks(
  source: Source,
  responses: readonly Linking[],
  at?: Placed,
  follows: string[] = [],
): void {
  const written = source.read(file);
  for (const response of responses) {
    const said = response['x-links'] ?? [];
    delete response['x-links'];
    const ids = [...follows, ...said];
    if (ids.length === 0) continue;
    const links: Record<string, Ref> = {};
    for (const id of ids) {
      const name = linkName(id);
      const target = source.operations.find(({ operation }) => operation.operationId === id);
      if (at && follows.includes(id) && said.includes(id))
        source.report(at, `drop ${id} from x-links: a 201 links to every operation of what it created`);
      if (target === undefined) {
        if (at) source.report(at, `x-links names ${id}, and no operation has this operationId`);
        continue;
      }
      source.components.links[name] ??= lifted(written[name] ?? linkTo(target));
      links[name] = at ? source.added('links', name) : { $ref: `#/components/links/${name}` };
    }
    response.links = { ...response.links, ...links };
  }
}

/** Links every 201 to what can be done with the new resource, and other responses to what `x-links` names. */
export function addOperationLinks(source: Source): void {
  for (const at of source.operations)
    for (const [status, response] of Object.entries(at.operation.responses)) {
      if (response.$ref !== undefined) continue;
      if (response.links) source.report(at, `name the operations in x-links of ${status}, in place of links`);
      const created = at.method === 'post' && status === '201';
      addLinks(source, [response], at, created ? idsOfOne(source, at.path) : []);
    }
}
