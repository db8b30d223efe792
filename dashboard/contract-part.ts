// Reads the part of the contract that "Do it in code" and the forms need. This part has the operations that the
// sources name, with the shapes and the rules of their fields.
import { globSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url).pathname;

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** The parts of a schema that are read: for samples (scripts/python-values.ts, src/ui/samples.ts) and for fields (src/ui/field-rules.ts). */
const ofSamples = ['$ref', 'type', 'format', 'enum', 'required', 'additionalProperties'];
const ofFields = [
  'minLength',
  'maxLength',
  'pattern',
  'x-message',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
];
const read = [...ofSamples, ...ofFields];
const ofSchemas = ['items', 'additionalProperties'];
const ofLists = ['anyOf', 'oneOf', 'allOf'];

function schemaOf(node: unknown): unknown {
  if (!isNode(node)) return node;
  return {
    ...Object.fromEntries(read.filter((key) => key in node).map((key) => [key, node[key]])),
    ...Object.fromEntries(ofSchemas.filter((key) => key in node).map((key) => [key, schemaOf(node[key])])),
    ...Object.fromEntries(
      ofLists.filter((key) => key in node).map((key) => [key, (node[key] as unknown[]).map(schemaOf)]),
    ),
    ...(isNode(node['properties']) ? { properties: mapped(node['properties'], schemaOf) } : {}),
  };
}

const mapped = (node: Node, change: (value: unknown) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, change(value)]));

const contentOf = (node: unknown): Node =>
  isNode(node) && isNode(node['content'])
    ? { content: mapped(node['content'], (media) => ({ schema: schemaOf((media as Node)['schema']) })) }
    : {};

/** The part of the contract that the dashboard needs. */
export function contractPart(): Node {
  const whole = JSON.parse(readFileSync(`${root}generated/openapi.json`, 'utf8')) as Node;
  const follow = (node: unknown): Node => {
    const ref = (node as Node)['$ref'];
    if (typeof ref !== 'string') return node as Node;
    return follow(
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>((target, step) => (target as Node)[step], whole),
    );
  };
  const sources = globSync(`${root}dashboard/src/{app,sections,ui}/**/*.{ts,tsx}`).map((file) =>
    readFileSync(file, 'utf8'),
  );
  // A name in quotes, or a function of the client under its own name, as in `sends({ updateGroup }, …)`,
  // `list: { listGroups }` and `operation={{ updateGroup }}`.
  const mentioned = /['"](\w+)['"]|[(:{]\s*\{\s*(\w+)\s*\}/g;
  const named = new Set(
    sources.flatMap((source) => [...source.matchAll(mentioned)].map(([, quoted, own]) => quoted ?? own)),
  );
  const operationOf = (node: Node): Node => ({
    operationId: node['operationId'],
    tags: node['tags'],
    ...(node['security'] ? { security: node['security'] } : {}),
    parameters: ((node['parameters'] ?? []) as unknown[]).map((one) => {
      const parameter = follow(one);
      return { name: parameter['name'], in: parameter['in'], schema: schemaOf(parameter['schema']) };
    }),
    ...(node['requestBody'] ? { requestBody: contentOf(follow(node['requestBody'])) } : {}),
    // Whether there is a content is all that samples need.
    responses: mapped(node['responses'] as Node, (answer) =>
      follow(answer)['content'] ? { content: {} } : {},
    ),
  });
  const paths = Object.fromEntries(
    Object.entries(whole['paths'] as Record<string, Node>).flatMap(([path, item]) => {
      const kept = Object.entries(item)
        .filter(([, one]) => isNode(one) && named.has(String(one['operationId'])))
        .map(([method, one]): [string, unknown] => [
          method,
          operationOf({
            ...(one as Node),
            parameters: [
              ...((item['parameters'] ?? []) as unknown[]),
              ...(((one as Node)['parameters'] ?? []) as unknown[]),
            ],
          }),
        ]);
      return kept.length > 0 ? [[path, Object.fromEntries(kept)]] : [];
    }),
  );
  const schemas: Node = {};
  const keep = (text: string): void => {
    for (const [, schema = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (schema in schemas) continue;
      schemas[schema] = schemaOf(follow({ $ref: `#/components/schemas/${schema}` }));
      keep(JSON.stringify(schemas[schema]));
    }
  };
  keep(JSON.stringify(paths));
  return { security: whole['security'], paths, components: { schemas } };
}
