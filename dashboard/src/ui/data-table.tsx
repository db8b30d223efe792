import { Button, Card, Checkbox, Group, Skeleton, Table, Text } from '@mantine/core';
import {
  columnVisibilityFeature,
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { texts } from '../texts/ui.ts';
import type { PageOfRows, Paging } from './csv.ts';
import styles from './data-table.module.css';
import { DownloadCsv } from './download-csv.tsx';
import { Empty } from './empty.tsx';
import { openRow } from './open-row.ts';
import { Problem } from './problem.tsx';
import { directionOf, Head } from './sort-head.tsx';
import { filtersIn, useSearch } from './use-search.ts';

/** A column of a list. */
export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The value in a CSV file. A column without it is left out there. */
  csv?: (row: Row) => string | number | null | undefined;
  /** Hidden on a phone. */
  isMinor?: boolean;
  /** The order after the first click on the title, such as `-createdAt`. The address keeps it as `sort`. */
  sort?: string;
}

interface Parts<Row> {
  /** What the rows are, for screen readers and the name of the file. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  /** What screen readers call a row. Without it, the value of the first column in a CSV file. */
  rowName?: (row: Row) => string;
  error?: unknown;
  onRetry?: () => void;
  /** In place of no rows. */
  empty: ReactNode;
  paging?: Paging | undefined;
  /** Whether there are rows that were not read, and that no page has. */
  isPart?: boolean;
  /** Reads a page with the filters of this list, for a CSV file of all pages. Without it, the file has this page. */
  readPage?: ((cursor: string | undefined, signal: AbortSignal) => Promise<PageOfRows<Row>>) | undefined;
  /** The cursor of this page, and how to go to another one. */
  cursor?: string | undefined;
  onCursor?: (cursor: string | undefined) => void;
  selected?: RowSelectionState;
  onSelect?: (selected: RowSelectionState) => void;
  /** Beside the number of selected rows. */
  bulk?: ReactNode;
  /** The order of the API where the address names none, such as `-createdAt`. */
  defaultSort?: string;
}

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature });

/** A list with its loading, empty and failed states, its pages, a selection and a CSV file. */
export function DataTable<Row extends object>(parts: Parts<Row>) {
  const { name, columns, rows, rowId, error, onRetry, empty, selected, onSelect, bulk } = parts;
  const [search, change] = useSearch();
  const defined: ColumnDef<typeof features, Row>[] = columns.map(({ id, title, cell }) => ({
    id,
    header: title,
    cell: ({ row }) => cell(row.original),
  }));
  const table = useTable({
    features,
    columns: defined,
    data: rows ?? [],
    getRowId: rowId,
    enableRowSelection: onSelect !== undefined,
    state: { rowSelection: selected ?? {} },
    onRowSelectionChange: (change) =>
      onSelect?.(typeof change === 'function' ? change(selected ?? {}) : change),
  });

  if (error && !rows) return <Problem error={error} onRetry={onRetry} />;
  if (rows?.length === 0 && parts.cursor === undefined)
    return (
      <Card withBorder>{filtersIn(search).length > 0 ? <Empty {...texts.filteredEmpty} /> : empty}</Card>
    );
  const minor = new Set(columns.filter(({ isMinor }) => isMinor).map(({ id }) => id));
  const classOf = (id: string) =>
    (minor.has(id) ? styles.minor : id === columns[0]?.id ? styles.lead : undefined) ?? '';
  const sorts = new Map(columns.map(({ id, sort }) => [id, sort]));
  const order = search['sort'] ?? parts.defaultSort;
  const count = Object.keys(selected ?? {}).length;
  const nameOf = parts.rowName ?? ((row: Row) => String(columns[0]?.csv?.(row) ?? rowId(row)));
  return (
    <Card withBorder padding={0}>
      {count > 0 ? (
        <Group className={styles.bulk ?? ''} px="md" py="xs">
          <Text size="sm" fw={600}>
            {texts.selected(count)}
          </Text>
          {bulk}
        </Group>
      ) : null}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={name}>
        <Table highlightOnHover verticalSpacing={8} horizontalSpacing="sm" aria-busy={rows === undefined}>
          <Table.Thead>
            {table.getHeaderGroups().map((group) => (
              <Table.Tr key={group.id}>
                {onSelect ? (
                  <Table.Th w={40}>
                    <Checkbox
                      aria-label={texts.selectAll}
                      checked={table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </Table.Th>
                ) : null}
                {group.headers.map((header) => (
                  <Table.Th
                    key={header.id}
                    className={classOf(header.column.id)}
                    aria-sort={directionOf(sorts.get(header.column.id), order)}
                  >
                    <Head
                      sort={sorts.get(header.column.id)}
                      order={order}
                      onSort={(sort) => change({ sort })}
                    >
                      <table.FlexRender header={header} />
                    </Head>
                  </Table.Th>
                ))}
              </Table.Tr>
            ))}
          </Table.Thead>
          <Table.Tbody>
            {rows === undefined ? <Waiting columns={columns.length + (onSelect ? 1 : 0)} /> : null}
            {table.getRowModel().rows.map((row) => (
              <Table.Tr key={row.id} onClick={openRow}>
                {onSelect ? (
                  <Table.Td>
                    <Checkbox
                      aria-label={texts.selectRow(nameOf(row.original))}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </Table.Td>
                ) : null}
                {row.getVisibleCells().map((cell) => (
                  <Table.Td key={cell.id} className={classOf(cell.column.id)}>
                    <table.FlexRender cell={cell} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Foot {...parts} />
    </Card>
  );
}

/** Says how many rows a page shows, and of how many if that is known. */
function countOf(shown: number, { total, isWhole }: { total: number | undefined; isWhole: boolean }): string {
  if (total !== undefined && total !== shown) return texts.resultsOf(shown, total);
  return isWhole || total !== undefined ? texts.results(shown) : texts.resultsHere(shown);
}

function Foot<Row extends object>(parts: Parts<Row>) {
  const { name, columns, rows, paging, isPart = false, readPage, cursor, onCursor } = parts;
  if (!rows) return null;
  const next = paging?.hasMore ? (paging.nextCursor ?? undefined) : undefined;
  const isWhole = cursor === undefined && next === undefined;
  return (
    <Group justify="space-between" px="md" py="xs" className={styles.foot ?? ''}>
      <Text size="sm" c="dimmed">
        {countOf(rows.length, { total: paging?.total ?? undefined, isWhole })}
      </Text>
      <Group gap="xs">
        <DownloadCsv
          name={name}
          columns={columns}
          rows={rows}
          isWhole={isWhole && !isPart}
          total={paging?.total ?? undefined}
          readPage={readPage}
        />
        {cursor !== undefined ? (
          <Button size="xs" variant="default" onClick={() => onCursor?.(undefined)}>
            {texts.first}
          </Button>
        ) : null}
        {next !== undefined ? (
          <Button size="xs" variant="default" onClick={() => onCursor?.(next)}>
            {texts.next}
          </Button>
        ) : null}
      </Group>
    </Group>
  );
}

const Waiting = ({ columns }: { columns: number }) =>
  [0, 1, 2, 3, 4].map((row) => (
    <Table.Tr key={row}>
      {Array.from({ length: columns }, (_, column) => (
        <Table.Td key={column}>
          <Skeleton height={12} my={5} />
        </Table.Td>
      ))}
    </Table.Tr>
  ));
