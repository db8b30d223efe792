import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { fieldErrors, type Refusal, refusalOf } from '../api/refusal.ts';
import { texts } from '../texts/ui.ts';
import { Copy } from './copy.tsx';

const { problem } = texts;

const words = (refusal: Refusal, isChange: boolean): [title: string, text: string] => {
  const { status, code, message } = refusal;
  if (code === 'NETWORK') return [problem.network, problem.networkText];
  if (status === 403 && code === 'INSUFFICIENT_SCOPE')
    return [
      isChange ? problem.forbiddenChange : problem.forbidden,
      `${problem.forbiddenText} ${[refusal.details['required']].flat().join(', ')}`,
    ];
  if (status === 404) return [problem.notFound, problem.notFoundText];
  if (status === 412) return [problem.conflict, problem.conflictText];
  if (status === 429) return [problem.limited, problem.limitedText];
  return [problem.other, message];
};

/** What went wrong, in place of what should be here, with the id that the audit log and the operator know. */
export function Problem({
  error,
  onRetry,
  isChange = false,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** The user wanted to change something. */
  isChange?: boolean;
}) {
  const refusal = refusalOf(error);
  const [title, text] = words(refusal, isChange);
  const isDenied = refusal.status === 403 || refusal.status === 404;
  return (
    <Alert color={isDenied ? 'gray' : 'red'} title={title} role="alert" variant="light">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {refusal.code === 'VALIDATION_ERROR' ? (
          <List size="sm">
            {Object.entries(fieldErrors(refusal)).map(([field, rule]) => (
              <List.Item key={field}>
                <Code>{field}</Code> {rule}
              </List.Item>
            ))}
          </List>
        ) : null}
        <Group gap="md">
          {onRetry && !isDenied ? (
            <Button size="xs" variant="default" onClick={onRetry}>
              {refusal.status === 412 ? problem.reload : texts.retry}
            </Button>
          ) : null}
          {refusal.requestId ? (
            <Group gap={4}>
              <Text size="xs" c="dimmed">
                {texts.requestId} <Code>{refusal.requestId}</Code>
              </Text>
              <Copy value={refusal.requestId} label={`${texts.copy}: ${texts.requestId}`} />
            </Group>
          ) : null}
        </Group>
      </Stack>
    </Alert>
  );
}
