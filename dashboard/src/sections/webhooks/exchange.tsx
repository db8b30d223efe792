import { Alert, Badge, Card, Code, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Attempt, Payload, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { Copy } from '../../ui/copy.tsx';
import { AttemptProblem, ResponseCode } from './attempt-result.tsx';
import styles from './exchange.module.css';

interface Parts {
  webhook: WebhookWithStats;
  deliveryId: string;
  payload: Payload;
  attempt: Attempt | undefined;
}

/** The request and the response of an attempt, side by side. */
export function Exchange(parts: Parts) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Request {...parts} />
      <Response attempt={parts.attempt} />
    </SimpleGrid>
  );
}

function Request({ webhook, deliveryId, payload, attempt }: Parts) {
  const isOlder = attempt !== undefined && Date.parse(webhook.updatedAt) > Date.parse(attempt.at);
  // The exact text of the body, over which receivers verify the signature.
  const body = JSON.stringify(payload);
  return (
    <Side title={words.exchange.request}>
      <Code className={styles.line ?? ''}>POST {webhook.url}</Code>
      {isOlder ? (
        <Text size="xs" c="dimmed">
          {words.exchange.changed}
        </Text>
      ) : null}
      <Headers payload={payload} deliveryId={deliveryId} attempt={attempt} />
      <Body text={JSON.stringify(payload, null, 2)} copied={body} />
    </Side>
  );
}

/** The headers of an attempt (docs/delivery.md). Signatures are never shown: the service does not keep them. */
function Headers({ payload, deliveryId, attempt }: Omit<Parts, 'webhook'>) {
  const sentAt = attempt ? String(Math.floor(Date.parse(attempt.at) / 1000)) : undefined;
  const rows: readonly [name: string, value: string | undefined][] = [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Service-Event-Id', payload.id],
    ['X-Service-Event-Type', payload.type],
    ['X-Service-Delivery-Id', deliveryId],
    ['X-Service-Attempt', attempt ? String(attempt.attempt) : '1'],
    ...(sentAt ? [['X-Service-Timestamp', sentAt] as [string, string]] : []),
    ['X-Service-Signature', undefined],
    ['webhook-id', payload.id],
    ...(sentAt ? [['webhook-timestamp', sentAt] as [string, string]] : []),
    ['webhook-signature', undefined],
  ];
  return (
    <details>
      <summary className={styles.summary}>{words.exchange.headers}</summary>
      <Table verticalSpacing={4} fz="xs" layout="fixed">
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th fw={500}>{name}</Table.Th>
              <Table.Td className={styles.value ?? ''}>{value ?? <i>{words.exchange.hidden}</i>}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed" mt={4}>
        {words.exchange.hiddenText}
      </Text>
    </details>
  );
}

function Response({ attempt }: { attempt: Attempt | undefined }) {
  if (!attempt)
    return (
      <Side title={words.exchange.response}>
        <Text c="dimmed">{words.exchange.notYet}</Text>
      </Side>
    );
  const { responseCode, latency, error, responseBody } = attempt;
  return (
    <Side title={words.exchange.responseOf(attempt.attempt)}>
      <Group gap="xs">
        <ResponseCode code={responseCode} />
        {latency ? (
          <Badge color="gray" tt="none">
            {latency}
          </Badge>
        ) : null}
      </Group>
      {error ? (
        <Alert color="red" p="sm">
          <AttemptProblem error={error} />
        </Alert>
      ) : null}
      {responseBody ? (
        <>
          <Body text={pretty(responseBody)} copied={responseBody} />
          <Text size="xs" c="dimmed">
            {words.exchange.bodyLimit}
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {responseCode === null ? words.exchange.noAnswer : words.exchange.noBody}
        </Text>
      )}
    </Side>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}

function Body({ text, copied }: { text: string; copied: string }) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {words.exchange.body}
        </Text>
        <Copy value={copied} />
      </Group>
      <Code block tabIndex={0} className={styles.body ?? ''}>
        {text}
      </Code>
    </div>
  );
}

/** JSON with line breaks. Any other text, also JSON that was cut off, stays as it came. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
