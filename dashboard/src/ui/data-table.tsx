import { Button, Card, Checkbox, Group, Skeleton, Table, Text } from '@mantine/core';
import {
  columnVisibilityFeature,
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../texts/ui.ts';
import { downloadCsv } from './csv.ts';
import styles from './data-table.module.css';
import { Problem } from './problem.tsx';

/** A column of a list. */
export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** The value in a CSV file. A column without it is left out there. */
  csv?: (row: Row) => string | number | null | undefined;
  /** Hidden on a phone. */
  isMinor?: boolean;
}

/** How a list goes on (`pagination` of the API). */
export interface Paging {
  hasMore: boolean;
  nextCursor?: string | null | undefined;
  total?: number | null | undefined;
}

interface Parts<Row> {
  /** What the rows are, for screen readers and the name of the file. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  error?: unknown;
  onRetry?: () => void;
  /** In place of no rows. */
  empty: ReactNode;
  paging?: Paging | undefined;
  /** The cursor of this page, and how to go to another one. */
  cursor?: string | undefined;
  onCursor?: (cursor: string | undefined) => void;
  selected?: RowSelectionState;
  onSelect?: (selected: RowSelectionState) => void;
  /** Beside the number of selected rows. */
  bulk?: ReactNode;
}

const features = tableFeatures({ rowSelectionFeature, columnVisibilityFeature });

/** A list with its loading, empty and failed states, its pages, a selection and a CSV file. */
export function DataTable<Row extends object>(parts: Parts<Row>) {
  const { name, columns, rows, rowId, error, onRetry, empty, selected, onSelect, bulk } = parts;
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

  if (error) return <Problem error={error} onRetry={onRetry} />;
  if (rows?.length === 0 && parts.cursor === undefined) return <Card withBorder>{empty}</Card>;
  const minor = new Set(columns.filter(({ isMinor }) => isMinor).map(({ id }) => id));
  const count = Object.keys(selected ?? {}).length;
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
        <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" aria-busy={rows === undefined}>
          <Table.Thead>
            {table.getHeaderGroups().map((group) => (
              <Table.Tr key={group.id}>
                {onSelect ? (
                  <Table.Th w={40}>
                    <Checkbox
                      aria-label={texts.selectAll}
                      checked={table.getIsAllRowsSelected()}
                      indeterminate={table.getIsSomeRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  </Table.Th>
                ) : null}
                {group.headers.map((header) => (
                  <Table.Th
                    key={header.id}
                    className={minor.has(header.column.id) ? (styles.minor ?? '') : ''}
                  >
                    <table.FlexRender header={header} />
                  </Table.Th>
                ))}
              </Table.Tr>
            ))}
          </Table.Thead>
          <Table.Tbody>
            {rows === undefined ? <Waiting columns={columns.length + (onSelect ? 1 : 0)} /> : null}
            {table.getRowModel().rows.map((row) => (
              <Table.Tr key={row.id}>
                {onSelect ? (
                  <Table.Td>
                    <Checkbox
                      aria-label={texts.selectRow}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  </Table.Td>
                ) : null}
                {row.getVisibleCells().map((cell) => (
                  <Table.Td key={cell.id} className={minor.has(cell.column.id) ? (styles.minor ?? '') : ''}>
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

function Foot<Row extends object>({ name, columns, rows, paging, cursor, onCursor }: Parts<Row>) {
  if (!rows) return null;
  const next = paging?.hasMore ? (paging.nextCursor ?? undefined) : undefined;
  return (
    <Group justify="space-between" px="md" py="xs" className={styles.foot ?? ''}>
      <Text size="sm" c="dimmed">
        {paging?.total === undefined || paging.total === null
          ? `${rows.length}`
          : `${rows.length} / ${paging.total}`}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<Download size={14} aria-hidden />}
          onClick={() => downloadCsv(name, columns, rows)}
          title={texts.csvPage}
        >
          CSV
        </Button>
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
