import { Badge, Group, Text } from '@mantine/core';
import type { AttemptError } from '../../generated/types.gen.ts';
import { texts as words } from '../../texts/deliveries.ts';
import { spoken } from '../../ui/state.tsx';

/** The status of a response, or that there was none. */
export function ResponseCode({ code }: { code: number | null }) {
  const isGood = code !== null && code >= 200 && code < 300;
  return (
    <Badge color={isGood ? 'green' : 'red'} tt="none" miw="max-content">
      {code ?? words.delivery.noAnswer}
    </Badge>
  );
}

/** Why an attempt failed, and what to do. */
export function AttemptProblem({ error }: { error: AttemptError }) {
  const reasons: Readonly<Record<string, string>> = words.errors;
  return (
    <Text size="sm">
      <b>{spoken(error)}.</b> {reasons[error]}
    </Text>
  );
}

/** The result of an attempt in a row of a list. */
export function AttemptResult({
  attempt,
}: {
  attempt: { responseCode: number | null; error: AttemptError | null } | null;
}) {
  if (!attempt)
    return (
      <Text size="sm" c="dimmed">
        {words.delivery.notYet}
      </Text>
    );
  const { responseCode, error } = attempt;
  return (
    <Group gap={6}>
      {responseCode !== null ? <ResponseCode code={responseCode} /> : null}
      {error && error !== 'HTTP_STATUS' ? (
        <Badge color="red" tt="none">
          {spoken(error)}
        </Badge>
      ) : null}
    </Group>
  );
}
