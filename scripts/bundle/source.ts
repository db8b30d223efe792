// The contract as it is written by hand, while the bundle step adds to it what follows.

export type Mapping = Record<string, unknown>;
export interface Ref {
  $ref: string;
}
export interface SourceResponse {
  $ref?: string;
  description?: string;
  headers?: Record<string, Ref>;
  content?: Record<string, Mapping>;
  links?: Record<string, Ref>;
  'x-links'?: string[];
}
export interface SourceOperation {
  operationId: string;
  security?: Mapping[];
  parameters?: (Ref | Mapping)[];
  requestBody?: { required?: boolean; content: Record<string, Mapping> };
  responses: Record<string, SourceResponse>;
  'x-rate-limit'?: string;
  'x-secret'?: string;
  'x-takes'?: string[];
  'x-permission'?: string;
  'x-caller'?: string;
  'x-audit'?: string;
  'x-effects'?: string[];
  'x-recent'?: number;
  'x-ending-callers'?: string;
  'x-etag'?: boolean;
}
export interface SourcePath {
  'x-errors'?: string;
  parameters?: (Ref | Mapping)[];
  [method: string]: unknown;
}

/** A section of `components` that the bundle step fills. */
export type Section = 'responses' | 'links';

/** An operation with its place, and what the concerns ask of it. */
export class Placed {
  readonly path: string;
  readonly method: string;
  readonly item: SourcePath;
  readonly operation: SourceOperation;
  constructor(path: string, method: string, item: SourcePath, operation: SourceOperation) {
    this.path = path;
    this.method = method;
    this.item = item;
    this.operation = operation;
  }

  /** The shape of its refusals. */
  get shape(): string {
    return this.item['x-errors'] ?? 'api';
  }

  /** Whether the caller must show a key or a token. The document requires a key where an operation says nothing. */
  get secured(): boolean {
    return this.operation.security === undefined || this.operation.security.length > 0;
  }

  /** Whether the operation takes this shared parameter. */
  takes(name: string): boolean {
    return (this.operation.parameters ?? []).some((one) => nameOf(one['$ref']) === name);
  }
}

/** The last word of a reference: `IfMatch` of `../components/parameters.yaml#/IfMatch`. */
export const nameOf = (ref: unknown): string | undefined =>
  typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined;

/** Tells what is wrong with what is written by hand, in a sentence that says what to do. */
export type Report = (message: string) => void;

/** Where a schema stands. */
export interface SchemaPlace {
  /** Its file, as it is written by hand. */
  file: Mapping;
  /** The types of events, in the order of openapi/events.yaml. */
  eventTypes: readonly string[];
  /** The type of the event that it is the data of. */
  eventType: string | undefined;
  report: Report;
}

/** Reads a file of openapi/. */
export type ReadSource = (file: string) => Mapping;

/** Everything that is written by hand, and what is wrong with it. */
export class Source {
  readonly operations: Placed[];
  readonly read: ReadSource;
  /**
   * The parts that the bundle step adds to the `components` of the document, in the order of their first use.
   */
  readonly components: Record<Section, Mapping> = { responses: {}, links: {} };
  readonly problems: { at: Placed | undefined; message: string }[] = [];
  constructor(operations: Placed[], read: ReadSource) {
    this.operations = operations;
    this.read = read;
  }

  /** @param at undefined where no operation is wrong */
  report(at: Placed | undefined, message: string): void {
    this.problems.push({ at, message });
  }

  /** A reference from a file in openapi/paths to what this step put into the document. */
  added(section: Section, name: string): Ref {
    return { $ref: `../openapi.yaml#/components/${section}/${name}` };
  }
}

/** Copies a value of a file in openapi/components to the document, whose folder is one above. */
export function lifted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lifted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [
      key,
      key === '$ref' && typeof one === 'string' && !one.startsWith('#') ? `components/${one}` : lifted(one),
    ]),
  );
}
