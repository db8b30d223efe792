// The contract as the pages of the reference read it.
import document from '../../../generated/openapi.json' with { type: 'json' };
import {
  type Answer,
  type Contract,
  exampleOf as exampleOfSchema,
  follow as followIn,
  type Media,
  type Operation as ContractOperation,
  operationsOf,
  type Sample,
  writtenExamples,
} from '../../lib/contract.ts';

/** The parts that our contract has, and other documents may leave out. */
interface Ours {
  info: { title: string; description?: string };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  webhooks: Contract['paths'];
}

// The compiler would infer a type of its own for each of the thousands of objects.
export const contract = document as unknown as Contract & Ours;

/** An operation as its page shows it. */
export interface Operation extends ContractOperation {
  summary: string;
  description: string;
  answers: [status: string, answer: Answer][];
  /** Samples in each language. An operation that only browsers and relying parties call has none. */
  samples: Sample[];
}

/** Follows a reference of the document. */
export const follow = <Node extends { $ref?: string }>(node: Node): Node => followIn(contract, node);

const shown = (operation: ContractOperation): Operation => ({
  ...operation,
  summary: operation.summary ?? operation.path,
  description: operation.description ?? '',
  answers: Object.entries(operation.responses).map(([status, answer]) => [status, follow(answer)]),
  samples: operation['x-codeSamples'] ?? [],
});

export const operations = operationsOf(contract).map(shown);
/** The events that webhooks receive. The path of an event is its type. */
export const events = operationsOf({ ...contract, paths: contract.webhooks }).map(shown);
/** The tags that have operations, in the order of the document. */
export const tags = contract.tags.filter(({ name }) => operations.some(({ tag }) => tag === name));

/** The first media type of a body, and what it holds. */
export const mediaOf = ({ content = {} }: { content?: Record<string, Media> }): [string, Media] | undefined =>
  Object.entries(content).find(([type]) => type === 'application/json') ?? Object.entries(content)[0];

/** Returns the example of a media type. If it has none of its own, the example is composed from its schema. */
export const exampleOf = (media: Media): unknown =>
  writtenExamples(contract, media)[0] ?? exampleOfSchema(contract, media.schema ?? {});
