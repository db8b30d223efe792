import type { ComponentProps, ComponentType, ReactNode } from 'react';
import type { ManagementScope } from '../../../src/lib/scope.ts';
import type { AnswerOf, OperationId } from '../api/sends.ts';
import type { Bulk } from './bulk.tsx';
import type { Column } from './data-table.tsx';
import { type ListDescription, type Listed, listing, type Listing, type RowOf } from './listing.ts';
import type { Names } from './names.ts';

/** A dialog about no row, such as that of a new one. */
export interface Alone {
  onClose: () => void;
}

/** A dialog about one row. */
export interface OfRow<Row> extends Alone {
  row: Row;
}

/** Opens a dialog about a row. */
type OpenRow<Row> = (Dialog: ComponentType<OfRow<Row>>, row: Row) => void;

/** A button of the head: it opens a dialog, or leads to a page. */
export type Act = { word: string; needs?: ManagementScope } & (
  | {
      dialog: ComponentType<Alone>;
      /** Its name in an address that opens it, as in `?open=try`. */
      asked?: string;
    }
  | { to: string }
);

/** A dialog that changes several rows. */
export interface OfRows<Row> extends Alone {
  rows: readonly Row[];
  /** Gets the rows that failed, which stay selected. */
  onDone: (failed: readonly { id: string }[]) => void;
}

/** A change of all selected rows that it fits, with a dialog of its own or with `Bulk`. */
export type BulkStep<Row> = {
  action: string;
  /** Without it, the step fits every row. */
  fits?: (row: Row) => boolean;
  look?: 'danger' | 'main';
} & (
  | { dialog: ComponentType<OfRows<Row>> }
  // `act` and `call` are from `sendsEntered`.
  | (Pick<ComponentProps<typeof Bulk>, 'text' | 'isHarmless' | 'takesReason' | 'act' | 'call'> & {
      title: (count: number) => string;
    })
);

/** A dialog for a new row, and the word of its button. */
type Creates =
  | { create?: undefined }
  | {
      create: ComponentType<Alone>;
      words: { create: string };
      /** Where there are no rows, the button of a new one is in their place only. */
      createsOnce?: boolean;
    }
  | {
      create?: undefined;
      /** The page of a new row, below the tenant, in place of a dialog. */
      createAt: string;
      words: { create: string };
    };

/** Dialogs that edit and remove a row, and the words of their buttons. */
type Edits<Row> =
  | { edit?: undefined }
  | {
      edit: ComponentType<OfRow<Row>>;
      remove: ComponentType<OfRow<Row>>;
      words: { edit: string; remove: { action: string } };
    };

interface Shows<Row> {
  /** The name of the list, for screen readers and for the CSV file. */
  name: string;
  /** Columns that show the names of other things get them. */
  columns: readonly Column<Row>[] | ((names: Names) => readonly Column<Row>[]);
  /** Returns the ids of the other things of a row. */
  named?: (row: Row) => readonly (string | null)[];
  /** Returns the name of a row, for screen readers and for dialogs. */
  nameOf: (row: Row) => string;
  words: { empty: { title: string; text: string } };
  /** The right to create, to edit and to remove. */
  write?: ManagementScope;
  /** Buttons before that of a new row. */
  acts?: readonly Act[];
  /** Buttons of a row other than to edit and to remove it. Without the right, there is no column for them. */
  rowActs?: {
    needs?: ManagementScope;
    buttons: (row: Row, open: OpenRow<Row>, mayWrite: boolean) => ReactNode;
  };
  /** The changes of several rows. `path` is the path of the pages of rows, such as `credentials`. */
  bulk?: { needs: ManagementScope; path: string; steps: readonly BulkStep<Row>[] };
}

/** A resource, as its section describes it. */
type ResourceDescription<Row> = Shows<Row> & Creates & Edits<Row>;

/** A resource, as the components of lists read it. */
export type Resource<Row, Answer = Listed<Row>> = ResourceDescription<Row> & {
  listing: Listing<Row, Answer>;
};

/** Describes a resource of the API, with its list, columns, words, rights and dialogs. */
export const resource = <Id extends OperationId>(
  of: ListDescription<Id> & ResourceDescription<RowOf<Id>>,
): Resource<RowOf<Id>, AnswerOf<Id>['data']> => ({ ...of, listing: listing(of) });
