import { Alert, Badge, Button, Code, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { testWebhook } from '../../generated/sdk.gen.ts';
import type { WebhookTest, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { texts as ui } from '../../texts/ui.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';
import { AttemptProblem, ResponseCode } from './attempt-result.tsx';

/** Sends a test event, and shows what the receiver answered. */
export function TestWebhook({
  webhook: { id, url },
  onClose,
}: {
  webhook: WebhookWithStats;
  onClose: () => void;
}) {
  const path = { id };
  const testing = useAct(async () => (await testWebhook({ path })).data);
  return (
    <Modal opened onClose={onClose} title={texts.test.title} size="lg">
      <Stack>
        <Text>{texts.test.text}</Text>
        <Code style={{ overflowWrap: 'anywhere' }}>POST {url}</Code>
        {testing.isPending ? <Loader size="sm" aria-label={texts.test.title} /> : null}
        {testing.error ? <Problem error={testing.error} /> : null}
        {testing.data && !testing.isPending ? <Answer test={testing.data} /> : null}
        <Group justify="space-between">
          <InCode call={{ operation: 'testWebhook', path }} />
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              {ui.close}
            </Button>
            <Button onClick={() => testing.mutate(undefined)} loading={testing.isPending} data-autofocus>
              {testing.data ? texts.test.again : texts.test.act}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

function Answer({ test: { status, details } }: { test: WebhookTest }) {
  const { responseCode, latency, responseBody, error } = details;
  return (
    <Stack gap="xs" role="status">
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
    </Stack>
  );
}
