import { Table } from '@mantine/core';
import { texts } from '../../texts/scim.ts';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';

const words = texts.log;

const shown = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** What a request changed, or would change. */
export function ChangesTable({
  changes,
}: {
  changes: readonly { field: string; from?: unknown; to?: unknown }[];
}) {
  return (
    <ScrolledTable minWidth={420}>
      <Table aria-label={words.changes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.field}</Table.Th>
            <Table.Th>{words.from}</Table.Th>
            <Table.Th>{words.to}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ field, from, to }, at) => (
            <Table.Tr key={at}>
              <Table.Td ff="monospace">{field}</Table.Td>
              <Table.Td>
                <bdi>{shown(from)}</bdi>
              </Table.Td>
              <Table.Td>
                <bdi>{shown(to)}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
