import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { testAlertRule } from '../../generated/sdk.gen.ts';
import type { AlertChannelTest, AlertRule } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { texts as ui } from '../../texts/ui.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';

const { channels: words } = texts;

/** Sends a test message to each channel of a rule, and shows what became of it. */
export function TestRule({
  rule: { id, name, channels },
  onClose,
}: {
  rule: AlertRule;
  onClose: () => void;
}) {
  const path = { id };
  const testing = useAct(async () => (await testAlertRule({ path })).data);
  return (
    <Modal opened onClose={onClose} title={words.test.title(name)} size="lg">
      <Stack>
        <Text>{words.test.text}</Text>
        {testing.isPending ? <Loader size="sm" aria-label={words.test.title(name)} /> : null}
        {testing.error ? <Problem error={testing.error} /> : null}
        {testing.data && !testing.isPending ? (
          <Stack gap="xs" role="status">
            {testing.data.channels.map((one) => (
              <Outcome
                key={one.id}
                test={one}
                host={channels.find((channel) => channel.id === one.id)?.host}
              />
            ))}
          </Stack>
        ) : null}
        <Group justify="space-between">
          <InCode call={{ operation: 'testAlertRule', path }} />
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui.close}
            </Button>
            <Button onClick={() => testing.mutate(undefined)} loading={testing.isPending} data-autofocus>
              {testing.data ? words.test.again : words.test.act}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

function Outcome({
  test: { type, status, error },
  host,
}: {
  test: AlertChannelTest;
  host?: string | null | undefined;
}) {
  const title = host ? `${words.types[type]} · ${host}` : words.types[type];
  return (
    <Alert color={status === 'FAILED' ? 'red' : 'green'} title={title}>
      {status === 'FAILED' && error ? words.errors[error] : words.test.outcomes[status]}
    </Alert>
  );
}
