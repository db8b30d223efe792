// Answers the frequent questions of the lint rules about the contract: its schemas, its examples and whether
// they fit.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import {
  type Answer,
  type Contract,
  follow,
  isJson,
  type Media,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
  exampleOf,
  writtenExamples,
} from '../src/lib/contract.ts';

/** A reader of the contract for the lint rules. */
export class Reader {
  readonly contract: Contract;
  readonly operations: Operation[];
  readonly components: [name: string, schema: Schema][];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });

  constructor(contract: Contract) {
    this.contract = contract;
    this.operations = operationsOf(contract);
    this.components = Object.entries(contract.components?.schemas ?? {});
    // CommonJS seen through nodenext: the callable is the module itself, its type says `default`.
    (addFormatsModule as unknown as (typeof addFormatsModule)['default'])(this.#ajv);
    this.#ajv.addSchema({ $id: 'contract:', components: { schemas: contract.components?.schemas ?? {} } });
  }

  follow = <T extends { $ref?: string }>(node: T): T => follow(this.contract, node);

  /** Why the value does not fit the schema; nothing if it does. */
  misfit(schema: Schema, value: unknown): string[] {
    const source = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract:#/');
    const validate = this.#ajv.compile(JSON.parse(source) as object);
    return validate(value) ? [] : [this.#ajv.errorsText(validate.errors, { dataVar: 'example' })];
  }

  /** The examples written for a schema, a media type or a parameter as a whole. */
  written(node: Schema | Media | Parameter): unknown[] {
    return writtenExamples(this.contract, node);
  }

  /** An example of a schema, put together from its parts where it has none of its own. */
  example(node: Schema): unknown {
    return exampleOf(this.contract, node);
  }

  /**
   * A schema and everything below it, once each; `deep` goes through references.
   * `closed` says that unknown properties are refused, there or by what composes it.
   */
  *walk(node: Schema, deep: boolean, closed = false, seen = new Set<Schema>()): Generator<Step> {
    const schema = deep ? this.follow(node) : node;
    if (seen.has(schema)) return;
    seen.add(schema);
    // Parts that compose a schema judge the same object, which has the schema's own properties and no others.
    const inherited =
      closed || schema.unevaluatedProperties === false || schema.additionalProperties === false;
    yield { schema, closed: inherited };
    const { allOf = [], anyOf = [], oneOf = [], prefixItems = [], properties = {} } = schema;
    for (const part of [...allOf, ...anyOf, ...oneOf]) yield* this.walk(part, deep, inherited, seen);
    for (const part of [
      ...prefixItems,
      ...Object.values(properties),
      schema.items,
      schema.additionalProperties,
    ])
      if (typeof part === 'object') yield* this.walk(part, deep, false, seen);
  }

  /** Every schema of a body once, under the component or the operation it is written in. */
  ownSchemas(): [where: string, schema: Schema][] {
    const inline = this.operations.flatMap((operation) =>
      this.bodies(operation, (part) => !operation.responses[part]?.$ref).map(
        ({ schema }): [string, Schema] => [operation.id, schema],
      ),
    );
    const shared = Object.entries(this.contract.components?.['responses'] ?? {}).flatMap(([name, answer]) =>
      Object.values((answer as Answer).content ?? {}).map(({ schema = {} }): [string, Schema] => [
        name,
        schema,
      ]),
    );
    return [...this.components, ...shared, ...inline].flatMap(([where, root]) =>
      [...this.walk(root, false)].map(({ schema }): [string, Schema] => [where, schema]),
    );
  }

  /** Every schema that judges a part of a request, under the operations that take it. */
  requestSchemas(): [id: string, schema: Schema][] {
    return this.operations.flatMap((operation) => {
      const bodies = Object.values(operation.body?.content ?? {}).map(({ schema }) => schema);
      const roots = [...operation.parameters.map(({ schema }) => schema), ...bodies];
      return roots
        .filter((root) => root !== undefined)
        .flatMap((root) =>
          [...this.walk(root, true)].map(({ schema }): [string, Schema] => [operation.id, schema]),
        );
    });
  }

  /** The schema of a field of an object, by itself or by what composes it. */
  field(node: Schema, name: string): Schema | undefined {
    const { properties, allOf = [] } = this.follow(node);
    const own = properties?.[name];
    if (own) return this.follow(own);
    return allOf.map((part) => this.field(part, name)).find((found) => found !== undefined);
  }

  answers(operation: Operation) {
    const entries = Object.entries(operation.responses);
    return entries.map(([status, answer]) => ({ status, ...this.follow(answer) }));
  }

  /** The JSON bodies of an operation that have a schema; `part` is `request` or the status. */
  bodies(operation: Operation, wanted: (part: string) => boolean): JsonBody[] {
    const parts = [
      { part: 'request', content: operation.body?.content },
      ...this.answers(operation).map(({ status, content }) => ({ part: status, content })),
    ];
    return parts
      .filter(({ part }) => wanted(part))
      .flatMap(({ part, content = {} }) =>
        Object.entries(content).flatMap(([type, media]) =>
          isJson(type) && media.schema ? { part, media, schema: media.schema } : [],
        ),
      );
  }
}
interface Step {
  schema: Schema;
  closed: boolean;
}
interface JsonBody {
  part: string;
  media: Media;
  schema: Schema;
}
