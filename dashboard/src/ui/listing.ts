import { type AnswerOf, type Operation, type OperationId, type OptionsOf, partsOf } from '../api/sends.ts';
import type { PagePagination } from '../generated/types.gen.ts';
import type { Filter } from './filters.tsx';
import type { Pages } from './paging.ts';

/** The rows of the response of a list. */
export type RowOf<Id extends OperationId> = AnswerOf<Id>['data'] extends {
  data: (infer Row extends object)[];
}
  ? Row
  : never;

type QueryOf<Id extends OperationId> = NonNullable<OptionsOf<Id>['query']>;

/** A filter that an operation takes. The address has texts, so a parameter of another type says how to read it. */
type FilterOf<Query> = {
  [Name in keyof Query & string]: Filter<Name> &
    (NonNullable<Query[Name]> extends string
      ? { as?: (text: string) => Query[Name] }
      : { as: (text: string) => Query[Name] });
}[keyof Query & string];

/** A list of the API, with the filters that the address may have. */
export interface ListDescription<Id extends OperationId> {
  /** The operation, such as `{ listGroups }`. */
  list: Operation<Id>;
  path?: OptionsOf<Id>['path'];
  pages: Pages;
  /** How many rows a page has: 50, unless it says another number. */
  limit?: number;
  /** The filters that the address may have, and the fields that set them. A filter that is read as undefined is not sent. */
  filters?: readonly FilterOf<QueryOf<Id>>[];
  /** The order of the API where the address names none. */
  defaultSort?: QueryOf<Id> extends { sort?: infer Sort } ? Extract<Sort, string> : never;
  /** The key of a row without an id. */
  rowId?: RowOf<Id> extends { id: string } ? never : (row: RowOf<Id>) => string;
}

type Query = Record<string, unknown>;

/** A page of a list, as the API answers. */
export interface Listed<Row> {
  data: Row[];
  pagination: PagePagination;
}

/** A list, as the components of lists read it. */
export interface Listing<Row, Answer = Listed<Row>> {
  operation: OperationId;
  path: Record<string, string> | undefined;
  pages: Pages;
  limit: number;
  filters: readonly (Filter & { as?: (text: string) => unknown })[];
  defaultSort: string | undefined;
  rowId: (row: Row) => string;
  read: (query: Query, signal: AbortSignal) => Promise<Answer & Listed<Row>>;
}

/** Describes a list of the API. */
export function listing<Id extends OperationId>(
  of: ListDescription<Id>,
): Listing<RowOf<Id>, AnswerOf<Id>['data']> {
  const { name, send } = partsOf(of.list);
  const { path } = of;
  return {
    operation: name,
    path,
    pages: of.pages,
    limit: of.limit ?? 50,
    filters: of.filters ?? [],
    defaultSort: of.defaultSort,
    rowId: of.rowId ?? ((row) => (row as { id: string }).id),
    // The address is a text that may say anything: the service refuses what the operation does not take.
    read: async (query, signal) =>
      (await send({ path, query, signal } as OptionsOf<Id>)).data as AnswerOf<Id>['data'] & Listed<RowOf<Id>>,
  };
}
