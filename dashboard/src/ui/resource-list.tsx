import { Button, Group } from '@mantine/core';
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { holds, useSession } from '../app/me.ts';
import { Bulk } from './bulk.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Empty } from './empty.tsx';
import { Filters } from './filters.tsx';
import { InCode } from './in-code.tsx';
import { useNames } from './names.ts';
import { PageHead } from './page-head.tsx';
import { PageLink } from './page-link.tsx';
import type { Act, Alone, BulkStep, OfRow, Resource } from './resource.ts';
import { RowActs } from './row-acts.tsx';
import styles from './strip.module.css';
import { useAsked } from './use-asked.ts';
import { type List, useList } from './use-list.ts';
import { useSelection } from './use-selection.ts';

/** A resource on its page: its rows, the rights of the user, and the dialog that is open. */
interface Shown<Row, Answer = unknown> {
  of: Resource<Row, Answer>;
  list: List<Row, Answer>;
  may: (right: string | undefined) => boolean;
  /** The dialog that is open. */
  dialog: ReactNode;
  open: (Dialog: ComponentType<Alone>) => void;
  openRow: (Dialog: ComponentType<OfRow<Row>>, row: Row) => void;
}

/** Reads a resource for its page. The address may ask for its dialogs, as in `?open=create`. */
export function useResource<Row extends object, Answer>(of: Resource<Row, Answer>): Shown<Row, Answer> {
  const { me } = useSession();
  const list = useList(of.listing);
  const [opened, setOpened] = useState<(onClose: () => void) => ReactNode>();
  const may = (right: string | undefined) => right === undefined || holds(me.scopes, right);
  const open = (Dialog: ComponentType<Alone>) =>
    setOpened(() => (onClose: () => void) => <Dialog onClose={onClose} />);
  const { create, acts = [] } = of;
  useAsked([
    ...(create ? [{ name: 'create', may: may(of.write), begin: () => open(create) }] : []),
    ...acts.flatMap((act) =>
      'dialog' in act && act.asked
        ? [{ name: act.asked, may: may(act.needs), begin: () => open(act.dialog) }]
        : [],
    ),
  ]);
  return {
    of,
    list,
    may,
    open,
    openRow: (Dialog, row) =>
      setOpened(() => (onClose: () => void) => <Dialog row={row} onClose={onClose} />),
    dialog: opened?.(() => setOpened(undefined)),
  };
}

/** The button of a new row. */
function Create<Row>({ shown: { of, may, open } }: { shown: Shown<Row> }) {
  if (!may(of.write)) return null;
  if ('createAt' in of)
    return (
      <Button renderRoot={(props) => <PageLink to={of.createAt} {...props} />}>{of.words.create}</Button>
    );
  return of.create ? <Button onClick={() => open(of.create)}>{of.words.create}</Button> : null;
}

/** The buttons of the head. */
export function ResourceActs<Row>({ shown }: { shown: Shown<Row> }) {
  const { of, list, may, open } = shown;
  const button = (act: Act) =>
    'to' in act ? (
      <Button key={act.word} variant="default" renderRoot={(props) => <PageLink to={act.to} {...props} />}>
        {act.word}
      </Button>
    ) : (
      <Button key={act.word} variant="default" onClick={() => open(act.dialog)}>
        {act.word}
      </Button>
    );
  return (
    <>
      <InCode call={list.call} />
      {of.acts?.filter(({ needs }) => may(needs)).map(button)}
      {of.create && of.createsOnce && list.rows?.length === 0 ? null : <Create shown={shown} />}
    </>
  );
}

/**
 * Shows the rows, the buttons for one row or for several, and the dialog that is open.
 * @param children in place of the button of a new row, where there are no rows
 */
export function ResourceTable<Row extends object>({
  shown,
  children,
}: {
  shown: Shown<Row>;
  children?: ReactNode;
}) {
  const { of, list, may, dialog } = shown;
  const names = useNames(
    (list.rows ?? []).flatMap((row) => of.named?.(row) ?? []).filter((id) => id !== null),
  );
  const bulk = useBulk(shown);
  return (
    <>
      <DataTable
        name={of.name}
        columns={[...(typeof of.columns === 'function' ? of.columns(names) : of.columns), ...actsOf(shown)]}
        {...list.table}
        {...(of.bulk && may(of.bulk.needs) ? bulk.selection : {})}
        bulk={bulk.buttons}
        empty={
          <Empty title={of.words.empty.title} text={of.words.empty.text}>
            {children === undefined ? <Create shown={shown} /> : children}
          </Empty>
        }
      />
      {dialog}
      {bulk.dialog}
    </>
  );
}

/** The selection of rows, the buttons for it, and the dialog of a step. */
function useBulk<Row>({ of: { bulk, listing, nameOf }, list }: Shown<Row>) {
  const [step, setStep] = useState<BulkStep<Row>>();
  const { items, selected, select, keep } = useSelection(list.rows, listing.rowId);
  const fitting = ({ fits }: BulkStep<Row>) => items.filter((row) => fits?.(row) ?? true);
  const button = (one: BulkStep<Row>) => (
    <Button
      key={one.action}
      size="xs"
      variant={one.look ? 'filled' : 'default'}
      {...(one.look === 'danger' ? { color: 'red.8' } : {})}
      disabled={fitting(one).length === 0}
      onClick={() => setStep(one)}
    >
      {one.action}
    </Button>
  );
  const common = { onClose: () => setStep(undefined), onDone: keep };
  const dialogOf = (one: BulkStep<Row>) => {
    const rows = fitting(one);
    if ('dialog' in one) return <one.dialog rows={rows} {...common} />;
    const { title, text, action, isHarmless, takesReason, act, call } = one;
    return (
      <Bulk
        title={title(rows.length)}
        {...{ text, action, isHarmless, takesReason, act, call }}
        items={rows.map((row) => ({ id: listing.rowId(row), name: nameOf(row) }))}
        pathOf={({ id }) => `${bulk?.path}/${id}`}
        {...common}
      />
    );
  };
  return {
    selection: { selected, onSelect: select },
    buttons: bulk?.steps.map(button),
    dialog: step ? dialogOf(step) : null,
  };
}

/** The column of the buttons of a row. */
function actsOf<Row>({ of, may, openRow }: Shown<Row>): Column<Row>[] {
  const mayWrite = may(of.write);
  const column = (cell: Column<Row>['cell']): Column<Row>[] => [{ id: 'acts', title: '', cell }];
  if (of.rowActs) {
    const { needs, buttons } = of.rowActs;
    return may(needs) ? column((row) => buttons(row, openRow, mayWrite)) : [];
  }
  if (!of.edit) return [];
  const { edit, remove, words, nameOf } = of;
  return column((row) =>
    mayWrite ? (
      <RowActs
        name={nameOf(row)}
        words={{ edit: words.edit, remove: words.remove.action }}
        onEdit={() => openRow(edit, row)}
        onRemove={() => openRow(remove, row)}
      />
    ) : null,
  );
}

/** The fields that set the filters, where there are any. */
export function ResourceFilters<Row>({ shown: { of } }: { shown: Shown<Row> }) {
  const { filters } = of.listing;
  return filters.some(({ title }) => title) ? <Filters filters={filters} /> : null;
}

/**
 * A resource as a page with a title.
 * @param children between the title and the filters
 */
export const ResourcePage = <Row extends object>({
  of,
  head,
  empty,
  children,
}: {
  of: Resource<Row, unknown>;
  head: Omit<ComponentProps<typeof PageHead>, 'children'>;
  /** In place of the button of a new row, where there are no rows. */
  empty?: ReactNode;
  children?: ReactNode;
}) => {
  const shown = useResource(of);
  return (
    <>
      <PageHead {...head} isList>
        <ResourceActs shown={shown} />
      </PageHead>
      {children}
      <ResourceFilters shown={shown} />
      <ResourceTable shown={shown}>{empty}</ResourceTable>
    </>
  );
};

/** A resource as a part of a page: its filters and its buttons are in one line. */
export const ResourceTab = <Row extends object>({ of }: { of: Resource<Row, unknown> }) => {
  const shown = useResource(of);
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <ResourceFilters shown={shown} />
        <Group gap="sm" mb={{ base: 'xs', sm: 'md' }} className={`${styles['strip']} ${styles['acts']}`}>
          <ResourceActs shown={shown} />
        </Group>
      </Group>
      <ResourceTable shown={shown} />
    </>
  );
};
