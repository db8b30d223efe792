// The document of the models of clients/go, and the types of Go that each operation takes and answers.
import { type Contract, follow, isJson, type Operation, type Schema } from '../../src/lib/contract.ts';
import { pascal } from '../client-names.ts';
import { Models } from './schemas.ts';

/** The types of Go of an operation. */
export interface Shape {
  /** The structure of the query parameters. */
  query?: string;
  body?: { type: string; media: string };
  /** The body of a success: a text unless it is JSON. */
  answer?: { type: string; media: string };
  /** The type of an item of a page. */
  item: string | undefined;
}

type Content = Record<string, { schema?: Schema }>;

/** Returns the kind of content that a client sends or reads. */
function chosen(content: Content = {}): { media: string; schema: Schema } | undefined {
  const kinds = Object.keys(content);
  const media = kinds.find(isJson) ?? kinds[0];
  return media === undefined ? undefined : { media, schema: content[media]?.schema ?? {} };
}

/** Adds the structure of the query parameters of an operation, and returns its name. */
function queryOf(models: Models, { id, method, path, parameters }: Operation): string | undefined {
  const queries = parameters.filter((one) => one.in === 'query');
  if (queries.length === 0) return undefined;
  const properties = queries.map(({ name = '', description, schema = {} }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  return models.add(`${pascal(id)}Params`, {
    type: 'object',
    description: `The query parameters of ${method} ${path}`,
    required: queries.filter((one) => one.required).map(({ name = '' }) => name),
    properties: Object.fromEntries(properties),
  });
}

function shapeOf(contract: Contract, models: Models, operation: Operation): Shape {
  const query = queryOf(models, operation);
  const sent = chosen(operation.body?.content);
  const [got] = Object.entries(operation.responses).flatMap(([status, answer]) =>
    status.startsWith('2') ? (chosen(follow(contract, answer).content) ?? []) : [],
  );
  const type =
    got && isJson(got.media) ? models.add(`${pascal(operation.id)}Response`, got.schema) : 'string';
  return {
    ...(query !== undefined && { query }),
    ...(sent && {
      body: { type: models.add(`${pascal(operation.id)}Body`, sent.schema), media: sent.media },
    }),
    ...(got && { answer: { type, media: got.media } }),
    item: models.itemOf(type),
  };
}

/** Returns the types of the operations by their IDs, and the document that oapi-codegen reads. The document has no operations. */
export function describe(
  contract: Contract,
  operations: readonly Operation[],
): { shapes: Map<string, Shape>; document: object } {
  const models = new Models(contract);
  const shapes = new Map(operations.map((one) => [one.id, shapeOf(contract, models, one)]));
  for (const [type, { post }] of Object.entries(contract.webhooks ?? {}))
    models.add(`${pascal(type)}Event`, chosen(post?.requestBody?.content)?.schema ?? {});
  const document = {
    openapi: '3.1.0',
    // Without the version, a release needs no new models.
    info: { title: 'Keyward', version: '1' },
    paths: {},
    components: { schemas: models.schemas },
  };
  return { shapes, document };
}
