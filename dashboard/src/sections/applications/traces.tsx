import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { listServiceProviderTraces } from '../../generated/sdk.gen.ts';
import type { ServiceProviderTrace } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { inWords, state } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { Moment } from '../../ui/moment.tsx';
import { byCursor } from '../../ui/paging.ts';
import { spoken, State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useList } from '../../ui/use-list.ts';

const { traces: words } = texts;

/** Why a message was refused, or why it refuses. */
const whyOf = ({ refusal, status }: ServiceProviderTrace): string => refusal?.reason ?? status?.reason ?? '';

const tracesOf = (spId: string) =>
  listing({
    list: { listServiceProviderTraces },
    path: { spId },
    pages: byCursor,
    limit: 20,
    filters: [{ name: 'outcome', title: words.outcome, values: ['ACCEPTED', 'REFUSED'] }],
  });

/** The messages of SAML with one service provider. */
export function Traces({ spId }: { spId: string }) {
  const [shown, setShown] = useState<ServiceProviderTrace>();
  const of = tracesOf(spId);
  const list = useList(of);
  const columns: Column<ServiceProviderTrace>[] = [
    { id: 'at', title: words.at, csv: ({ at }) => at, cell: ({ at }) => <Moment at={at} /> },
    inWords('messageType', words.type, words.messageTypes),
    {
      id: 'direction',
      title: words.direction,
      isMinor: true,
      csv: ({ direction }) => direction,
      cell: ({ direction }) => spoken(direction),
    },
    state('outcome', words.outcome),
    {
      id: 'refusal',
      title: words.refusal,
      isMinor: true,
      csv: (trace) => whyOf(trace),
      cell: (trace) => whyOf(trace),
    },
    {
      id: 'message',
      title: '',
      cell: (trace) => (
        <Button size="compact-sm" variant="subtle" onClick={() => setShown(trace)}>
          {words.show}
        </Button>
      ),
    },
  ];
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={2} size="h4">
            {words.title}
          </Title>
          <Text size="sm" c="dimmed">
            {words.text}
          </Text>
        </div>
        <InCode call={list.call} />
      </Group>
      <Filters filters={of.filters} />
      <DataTable
        name={words.title}
        columns={columns}
        {...list.table}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {shown ? <Message trace={shown} onClose={() => setShown(undefined)} /> : null}
    </Stack>
  );
}

function Message({ trace, onClose }: { trace: ServiceProviderTrace; onClose: () => void }) {
  const { refusal, status, key } = trace;
  const remarks = [
    trace.verified ? undefined : words.unverified,
    trace.encrypted ? words.encrypted : undefined,
    trace.truncated ? words.truncated : undefined,
  ].filter((remark) => remark !== undefined);
  const steps = refusal ? [spoken(refusal.step), refusal.rule].filter(Boolean).join(', ') : '';
  return (
    <Dialog onClose={onClose} title={words.messageTypes[trace.messageType]} size="xl">
      <Stack>
        <FactRows
          rows={[
            [words.at, <Moment key="at" at={trace.at} isExact />],
            [words.direction, spoken(trace.direction)],
            [words.binding, trace.binding],
            [words.outcome, <State key="outcome" value={trace.outcome} />],
            ...(refusal
              ? [
                  [words.reason, refusal.reason] as const,
                  [words.code, <Code key="code">{refusal.code}</Code>] as const,
                  [words.step, steps] as const,
                  ...(refusal.found ? [[words.found, <bdi key="found">{refusal.found}</bdi>] as const] : []),
                ]
              : []),
            ...(status
              ? [
                  [
                    words.status,
                    <Stack key="status" gap={2}>
                      <Code>{status.subcode ?? status.code}</Code>
                      {status.reason}
                    </Stack>,
                  ] as const,
                ]
              : []),
            ...(key
              ? [
                  [
                    words.key,
                    <span key="key">
                      <bdi>{key.subject}</bdi> <Code>{key.fingerprint}</Code>
                    </span>,
                  ] as const,
                ]
              : []),
            ...(trace.userId ? [[words.user, <ThingLink key="user" id={trace.userId} />] as const] : []),
            ...(trace.requestId
              ? [[words.request, <ThingLink key="request" id={trace.requestId} />] as const]
              : []),
            ...(trace.messageHash
              ? [[words.hash, <Code key="hash">{trace.messageHash}</Code>] as const]
              : []),
          ]}
        />
        {remarks.length > 0 ? (
          <Text size="sm" c="dimmed">
            {remarks.join(' ')}
          </Text>
        ) : null}
        {trace.message === null ? null : (
          <Code block tabIndex={0} style={{ overflow: 'auto', maxHeight: '50vh' }}>
            {trace.message}
          </Code>
        )}
      </Stack>
    </Dialog>
  );
}
