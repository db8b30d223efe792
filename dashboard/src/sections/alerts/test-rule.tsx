import { Alert } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { testAlertRule } from '../../generated/sdk.gen.ts';
import type { AlertChannelTest, AlertRule } from '../../generated/types.gen.ts';
import { texts } from '../../texts/alerts.ts';
import { TestDialog } from '../../ui/test-dialog.tsx';

const { channels: words } = texts;

/** Sends a test message to each channel of a rule, and shows what became of it. */
export const TestRule = ({
  rule: { id, name, channels },
  onClose,
}: {
  rule: AlertRule;
  onClose: () => void;
}) => (
  <TestDialog
    title={words.test.title(name)}
    words={words.test}
    {...sends({ testAlertRule }, { path: { id } })}
    shows={({ data }) =>
      data.channels.map((one) => (
        <Outcome key={one.id} test={one} host={channels.find((channel) => channel.id === one.id)?.host} />
      ))
    }
    onClose={onClose}
  />
);

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
