import { Alert, Badge, Code, Group } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { testWebhook } from '../../generated/sdk.gen.ts';
import type { WebhookTest, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { TestDialog } from '../../ui/test-dialog.tsx';
import { AttemptProblem, ResponseCode } from './attempt-result.tsx';

/** Sends a test event, and shows what the receiver answered. */
export const TestWebhook = ({
  webhook: { id, url },
  onClose,
}: {
  webhook: WebhookWithStats;
  onClose: () => void;
}) => (
  <TestDialog
    title={texts.test.title}
    words={texts.test}
    {...sends({ testWebhook }, { path: { id } })}
    shows={({ data }) => <Answer test={data} />}
    onClose={onClose}
  >
    <Code style={{ overflowWrap: 'anywhere' }}>POST {url}</Code>
  </TestDialog>
);

function Answer({ test: { status, details } }: { test: WebhookTest }) {
  const { responseCode, latency, responseBody, error } = details;
  return (
    <>
      <Alert color={status === 'SUCCESS' ? 'green' : 'red'}>
        {status === 'SUCCESS' ? texts.test.success : texts.test.failed}
      </Alert>
      <Group gap="xs">
        <ResponseCode code={responseCode} />
        <Badge color="gray" tt="none">
          {latency}
        </Badge>
      </Group>
      {error ? <AttemptProblem error={error} /> : null}
      {responseBody ? (
        <Code block tabIndex={0} style={{ overflow: 'auto', maxHeight: '16rem' }}>
          {responseBody}
        </Code>
      ) : null}
    </>
  );
}
