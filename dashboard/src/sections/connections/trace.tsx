import { Alert, Badge, Code, Group, Stack, Table, Text } from '@mantine/core';
import type { ConnectionTrace } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connection-traces.ts';
import { Copy, Id } from '../../ui/copy.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';

/** One sign-in by a connection: where it failed, why, and what the identity provider said. */
export function TraceFacts({ trace }: { trace: ConnectionTrace }) {
  const { outcome, step, reason, claims, message, truncated, userId, reference, verified } = trace;
  const help = step ? texts.help[step] : undefined;
  return (
    <Stack>
      {step ? (
        <Alert color="orange" title={texts.failedAt(texts.steps[step] ?? step)}>
          <Text size="sm">{reason}</Text>
          {help ? (
            <Text size="sm" mt="xs">
              {help}
            </Text>
          ) : null}
        </Alert>
      ) : null}
      {step === null && reason ? (
        <Alert color="yellow">
          <Text size="sm">{reason}</Text>
        </Alert>
      ) : null}
      <FactRows
        rows={[
          [
            texts.outcome,
            <Group key="outcome" gap={6}>
              <State value={outcome} />
              {trace.test ? <TestBadge /> : null}
            </Group>,
          ],
          [texts.at, <Moment key="at" at={trace.at} isExact />],
          [texts.reference, reference ? <ThingLink key="reference" id={reference} /> : '–'],
          [texts.user, userId ? <ThingLink key="user" id={userId} /> : texts.noUser],
          [texts.vouched, verified ? texts.yes : texts.no],
          ['ID', <Id key="id" value={trace.id} />],
        ]}
      />
      <Claims claims={claims} />
      {message === null ? null : (
        <Stack gap={4}>
          <Group gap={4}>
            <Text size="sm" fw={600}>
              {texts.message}
            </Text>
            <Copy value={message} />
          </Group>
          <Code block tabIndex={0} style={{ overflow: 'auto', maxHeight: '40vh' }}>
            {message}
          </Code>
        </Stack>
      )}
      {truncated ? (
        <Text size="sm" c="dimmed">
          {texts.truncated}
        </Text>
      ) : null}
    </Stack>
  );
}

export const TestBadge = () => (
  <Badge tt="none" size="sm" color="blue">
    {texts.test}
  </Badge>
);

function Claims({ claims }: Pick<ConnectionTrace, 'claims'>) {
  if (claims.length === 0) return <Text size="sm">{texts.noClaims}</Text>;
  return (
    <ScrolledTable minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.claim}</Table.Th>
            <Table.Th>{texts.value}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {claims.map(({ name, value }) => (
            <Table.Tr key={name}>
              <Table.Td ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                <bdi>{name}</bdi>
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {value === null ? (
                  <Text size="sm" c="dimmed">
                    {texts.hidden}
                  </Text>
                ) : (
                  <bdi>{value}</bdi>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
}
