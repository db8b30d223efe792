import { Alert, Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { ProvisioningEntry } from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { Id } from '../../ui/copy.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ChangesTable } from './changes-table.tsx';

const words = texts.log;

/** One request of a directory: what it sent, what changed, and what to do about a refusal. */
export function LogEntry({ entry, onClose }: { entry: ProvisioningEntry; onClose: () => void }) {
  const { status, code, detail, changes, asked, ignored, externalId, requestId } = entry;
  const help = code ? texts.help[code] : undefined;
  return (
    <Modal opened onClose={onClose} title={`${entry.method} ${entry.operation}`} size="xl">
      <Stack>
        {detail ? (
          <Alert color={status === 'SUCCESS' ? 'blue' : 'red'} title={code ?? undefined}>
            <Text size="sm">{detail}</Text>
            {help ? (
              <Text size="sm" mt="xs">
                <b>{texts.help['title']}:</b> {help}
              </Text>
            ) : null}
          </Alert>
        ) : null}
        {entry.valuesHidden ? <Text size="sm">{words.hidden}</Text> : null}
        <FactRows
          rows={[
            [words.at, <Moment key="at" at={entry.at} />],
            [words.outcome, `${entry.httpStatus}${entry.dryRun ? ` · ${words.dryRun}` : ''}`],
            [words.external, externalId ? <bdi key="external">{externalId}</bdi> : '–'],
            [words.request, requestId ? <Id key="request" value={requestId} /> : '–'],
          ]}
        />
        {changes.length > 0 ? (
          <ChangesTable changes={changes} />
        ) : status === 'SUCCESS' ? (
          <Text size="sm">{words.noChange}</Text>
        ) : null}
        <Names title={words.asked} names={asked.map(({ op, path }) => (path ? `${op} ${path}` : op))} />
        <Names title={words.ignored} names={ignored} />
      </Stack>
    </Modal>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Group gap={6}>
        {names.map((name, at) => (
          <Code key={at} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Code>
        ))}
      </Group>
    </Stack>
  );
}
