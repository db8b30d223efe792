import { Anchor, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { refusalOf } from '../../api/refusal.ts';
import { listConnectionTraces } from '../../generated/sdk.gen.ts';
import { texts as all } from '../../texts/connections.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { Id } from '../../ui/copy.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';
import { webAddress } from '../../ui/web-address.ts';
import { createTestSignIn } from '../../generated/sdk.gen.ts';
import { Checks } from './checks.tsx';
import { TraceFacts } from './trace.tsx';

const { test: words } = texts;

/** The checks of the settings, and a sign-in that changes nothing. */
export function TestStep({ id }: { id: string }) {
  const [isChecking, setIsChecking] = useState(false);
  return (
    <>
      <Card withBorder padding="lg">
        <Stack>
          <Title order={2} size="h4">
            {words.checks}
          </Title>
          <Text size="sm" c="dimmed">
            {words.checksText}
          </Text>
          {isChecking ? (
            <Checks id={id} />
          ) : (
            <Group>
              <Button variant="default" onClick={() => setIsChecking(true)}>
                {words.check}
              </Button>
            </Group>
          )}
        </Stack>
      </Card>
      <Card withBorder padding="lg">
        <Stack>
          <Title order={2} size="h4">
            {words.signIn}
          </Title>
          <TestSignIn id={id} />
        </Stack>
      </Card>
    </>
  );
}

/** Makes a link for a test sign-in, and waits for the result. */
export function TestSignIn({ id }: { id: string }) {
  const path = { id };
  const making = useAct(async () => (await createTestSignIn({ path })).data);
  const { data: link } = making;
  return (
    <Stack>
      <Text size="sm">{all.signIn.text}</Text>
      {making.error ? <Problem error={making.error} /> : null}
      {link ? (
        <>
          <Group gap="sm">
            <Anchor href={webAddress(link.url)} target="_blank" rel="noreferrer">
              {all.signIn.open}
            </Anchor>
            <Text size="sm" c="dimmed">
              {all.signIn.ends} <Moment at={link.expiresAt} />
            </Text>
          </Group>
          <Id value={link.url} label={all.signIn.link} />
          <TestResult key={link.url} id={id} ends={link.expiresAt} />
        </>
      ) : null}
      <Group justify="space-between">
        <InCode call={{ operation: 'createTestSignIn', path }} />
        <Button
          variant={link ? 'default' : 'filled'}
          loading={making.isPending}
          onClick={() => making.mutate(undefined)}
        >
          {link ? all.signIn.another : all.signIn.make}
        </Button>
      </Group>
    </Stack>
  );
}

const lasts = 15 * 60 * 1000;
const every = 4000;

/**
 * The latest test that ended after the link was made. The API does not say which link a test used, so it may be another one.
 * @param ends when the link ends, by the clock of the service
 */
function TestResult({ id, ends }: { id: string; ends: string }) {
  const since = Date.parse(ends) - lasts;
  // By the clock of this computer, which may be another one.
  const [over] = useState(() => Date.now() + lasts);
  const { data, error, refetch } = useQuery({
    queryKey: ['result of a test sign-in', id, ends],
    queryFn: async ({ signal }) => {
      const { data: page } = await listConnectionTraces({ path: { id }, query: { limit: 20 }, signal });
      const found = page.data.find(({ test, at }) => test && Date.parse(at) >= since);
      return { trace: found, isOver: Date.now() >= over };
    },
    refetchInterval: ({ state }) => {
      if (state.error)
        return Date.now() >= over || [403, 404].includes(refusalOf(state.error).status) ? false : every;
      return state.data?.trace || state.data?.isOver ? false : every;
    },
  });
  const trace = data?.trace;
  if (error && !trace) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!trace && data?.isOver)
    return (
      <Text size="sm" role="status">
        {words.over}
      </Text>
    );
  if (!trace)
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" />
        <Text size="sm" c="dimmed">
          {words.waiting}
        </Text>
      </Group>
    );
  return (
    <Stack role="status">
      <Title order={3} size="h5">
        {words.result}
      </Title>
      <TraceFacts trace={trace} />
    </Stack>
  );
}
