import { Badge, Code, Group, Table } from '@mantine/core';
import { Moment } from '../../ui/moment.tsx';

/** `leastFailures` as “Least failures”. */
const titled = (name: string): string => {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** In the order of the alphabet: the service keeps none. */
const entriesOf = (evidence: Readonly<Record<string, unknown>>) =>
  Object.entries(evidence).sort(([one], [other]) => one.localeCompare(other));

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);

/** What was found, by name. The values may come from strangers. */
export function Evidence({
  evidence,
  label,
}: {
  evidence: Readonly<Record<string, unknown>>;
  label: string;
}) {
  return (
    <Table aria-label={label} withTableBorder bg="var(--keyward-paper)">
      <Table.Tbody>
        {entriesOf(evidence).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w="35%">{titled(name)}</Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Value value={value} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ value }: { value: unknown }) {
  if (isTime(value)) return <Moment at={value} isExact />;
  if (typeof value === 'string') return <bdi>{value}</bdi>;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '–';
  const parts = Array.isArray(value)
    ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    : Object.entries(value).map(
        ([name, one]) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one)}`,
      );
  return (
    <Group gap={6}>
      {parts.map((part) =>
        part.length > 60 ? (
          <Code key={part}>{part}</Code>
        ) : (
          <Badge key={part} color="gray" tt="none">
            <bdi>{part}</bdi>
          </Badge>
        ),
      )}
    </Group>
  );
}
