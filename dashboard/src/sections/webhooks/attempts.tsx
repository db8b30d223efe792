import { Card, Group, Table, Text, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { Attempt, Payload, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { Moment } from '../../ui/moment.tsx';
import { AttemptResult } from './attempt-result.tsx';
import { Exchange } from './exchange.tsx';
import styles from './exchange.module.css';

/** Every attempt of a delivery. The chosen one shows what was sent and answered; at first, it is the last one. */
export function Attempts({
  webhook,
  deliveryId,
  payload,
  attempts,
}: {
  webhook: WebhookWithStats;
  deliveryId: string;
  payload: Payload;
  attempts: readonly Attempt[];
}) {
  const [chosen, setChosen] = useState<number>();
  const attempt = attempts.find((one) => one.attempt === chosen) ?? attempts.at(-1);
  const slowest = Math.max(1, ...attempts.map(({ latency }) => Number.parseInt(latency ?? '0', 10)));
  return (
    <>
      {attempts.length > 0 ? (
        <Card withBorder padding={0}>
          <Title order={2} size="h5" p="md" pb="xs">
            {words.delivery.attempts}
          </Title>
          <div className={styles.scroll} tabIndex={0} role="region" aria-label={words.delivery.attempts}>
            <Table verticalSpacing="xs" horizontalSpacing="md">
              <Table.Tbody>
                {attempts.map((one) => (
                  <Table.Tr
                    key={one.attempt}
                    className={one === attempt && attempts.length > 1 ? (styles.chosen ?? '') : ''}
                  >
                    <Table.Td>
                      <UnstyledButton
                        fw={600}
                        fz="sm"
                        aria-pressed={one === attempt}
                        onClick={() => setChosen(one.attempt)}
                      >
                        {words.exchange.attempt(one.attempt)}
                      </UnstyledButton>
                    </Table.Td>
                    <Table.Td>
                      <Moment at={one.at} />
                    </Table.Td>
                    <Table.Td>
                      <AttemptResult attempt={one} />
                    </Table.Td>
                    <Table.Td w="30%" visibleFrom="sm">
                      <Latency attempt={one} slowest={slowest} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </Card>
      ) : null}
      <Exchange webhook={webhook} deliveryId={deliveryId} payload={payload} attempt={attempt} />
    </>
  );
}

/** How long an attempt took, in proportion to the slowest one. */
function Latency({ attempt: { latency, error }, slowest }: { attempt: Attempt; slowest: number }) {
  if (!latency) return null;
  const share = (Number.parseInt(latency, 10) / slowest) * 100;
  return (
    <Group gap="xs" wrap="nowrap">
      <span
        className={styles.bar}
        data-failed={error ? true : undefined}
        style={{ width: `${share * 0.7}%` }}
        aria-hidden
      />
      <Text size="xs">{latency}</Text>
    </Group>
  );
}
