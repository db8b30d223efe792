import { Alert, Button, Card, Group, Loader, Progress, Stack, Table, Text, Title } from '@mantine/core';
import { Download, ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import type { AuditFault } from '../../generated/types.gen.ts';
import { texts } from '../../texts/audit.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTabs } from '../../ui/page-tabs.tsx';
import { Problem } from '../../ui/problem.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ScrolledTable } from '../../ui/scrolled-table.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { auditTabs } from './audit-tabs.ts';
import { useVerification, type Verification } from './use-verification.ts';

const { integrity: words } = texts;
const number = new Intl.NumberFormat('en');

/** Whether the log was changed: what was verified, with which keys, and up to which row. */
export function AuditIntegrityPage() {
  const { found, error, isRunning, start, stop } = useVerification();
  return (
    <>
      <PageHead title={texts.title} text={words.text}>
        <InCode call={{ operation: 'getAuditIntegrity' }} />
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            {words.stop}
          </Button>
        ) : (
          <Button onClick={() => void start()}>{words.again}</Button>
        )}
      </PageHead>
      <PageTabs label={texts.tabs.label} tabs={auditTabs} />
      <Stack gap="lg">
        {error ? <Problem error={error} onRetry={() => void start(found)} /> : null}
        {isRunning ? <Running found={found} /> : null}
        {found && !isRunning ? <Result found={found} onResume={() => void start(found)} /> : null}
        {found && found.faults.length > 0 ? <Faults faults={found.faults} /> : null}
        {found ? <Verified found={found} /> : null}
        {found ? <Keep found={found} /> : null}
      </Stack>
    </>
  );
}

function Running({ found }: { found: Verification | undefined }) {
  if (!found) return <Loader aria-label={words.title} />;
  const { lastSequence, firstSequence } = found.latest;
  const begin = firstSequence ?? 0;
  const part = ((found.to ?? begin) - begin) / Math.max(1, lastSequence - begin);
  return (
    <Stack gap={6} role="status">
      <Progress value={part * 100} animated aria-label={words.title} />
      <Text size="sm">{words.running(number.format(found.to ?? 0), number.format(lastSequence))}</Text>
    </Stack>
  );
}

function Result({ found, onResume }: { found: Verification; onResume: () => void }) {
  const { faults, from, to, next } = found;
  if (faults.length > 0)
    return (
      <Alert color="red" icon={<ShieldAlert aria-hidden />} title={words.broken(faults.length)} role="alert">
        {words.brokenText}
      </Alert>
    );
  if (from === undefined || to === undefined)
    return (
      <Alert color="gray" icon={<ShieldQuestionMark aria-hidden />} title={words.emptyTitle}>
        {words.emptyText}
      </Alert>
    );
  const text = words.validText(number.format(from), number.format(to));
  if (next !== undefined)
    return (
      <Alert color="orange" icon={<ShieldQuestionMark aria-hidden />} title={words.stoppedTitle}>
        <Stack gap="xs" align="flex-start">
          {text}
          <Button size="xs" variant="default" onClick={onResume}>
            {words.resume}
          </Button>
        </Stack>
      </Alert>
    );
  return (
    <Alert color="green" icon={<ShieldCheck aria-hidden />} title={words.valid} role="status">
      {text}
    </Alert>
  );
}

function Faults({ faults }: { faults: readonly AuditFault[] }) {
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {words.faults}
      </Title>
      <ScrolledTable minWidth={500}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.kind}</Table.Th>
              <Table.Th>{words.sequence}</Table.Th>
              <Table.Th>{words.meaning}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {faults.map(({ kind, sequence, id }) => (
              <Table.Tr key={`${kind} ${sequence} ${id}`}>
                <Table.Td>
                  <State value={kind} />
                </Table.Td>
                <Table.Td>
                  {sequence ?? '–'} {id ? <ThingLink id={id} /> : null}
                </Table.Td>
                <Table.Td>{words.faultKinds[kind]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrolledTable>
    </Card>
  );
}

function Verified({ found: { from, to, at, latest } }: { found: Verification }) {
  const { lastCheckpoint, lastSequence, unsealed } = latest;
  const waiting = lastSequence - (lastCheckpoint?.sequence ?? 0);
  return (
    <Facts
      title={words.verified}
      rows={[
        [
          words.rows,
          from === undefined || to === undefined
            ? '–'
            : `${number.format(from)} – ${number.format(to)} (${number.format(lastSequence)})`,
        ],
        [words.verifiedAt, <Moment key="at" at={at} />],
        [words.unsealed, unsealed === 0 ? '0' : words.unsealedText(number.format(unsealed))],
        [
          words.checkpoint,
          lastCheckpoint ? words.checkpointText(number.format(lastCheckpoint.sequence)) : words.noCheckpoint,
        ],
        ...(lastCheckpoint
          ? ([
              [words.signedAt, <Moment key="signed" at={lastCheckpoint.createdAt} />],
              [words.signedBy, <Id key="key" value={lastCheckpoint.keyId} />],
            ] as const)
          : []),
        ...(lastCheckpoint && waiting > 0
          ? ([[words.rowsAfter, words.afterCheckpoint(number.format(waiting))]] as const)
          : []),
      ]}
    />
  );
}

/** The values that show a chain whose end was cut off, if they are stored elsewhere. */
function Keep({ found: { latest, at } }: { found: Verification }) {
  const { keyIds, lastSequence, lastHash, publicKeys } = latest;
  const save = () =>
    saveFile(
      `keyward-audit-known-${at.slice(0, 10)}.json`,
      [JSON.stringify({ keyIds, publicKeys, lastSequence, lastHash, verifiedAt: at }, null, 2)],
      'application/json',
    );
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {words.keep}
        </Title>
        <Text size="sm" maw={720}>
          {words.keepText}
        </Text>
        <Text size="sm">{words.keysText}</Text>
        {keyIds.map((keyId) => (
          <Group key={keyId} gap="xs">
            <Text size="sm">{words.keyId}</Text>
            <Id value={keyId} />
          </Group>
        ))}
        <Group gap="xs">
          <Text size="sm">{words.lastSequence}</Text>
          <Id value={String(lastSequence)} />
        </Group>
        <Group gap="xs">
          <Text size="sm">{words.lastHash}</Text>
          <Id value={lastHash} />
        </Group>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
          {words.download}
        </Button>
      </Stack>
    </Card>
  );
}
