import { Badge, Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Health } from '../../generated/types.gen.ts';
import { texts } from '../../texts/overview.ts';
import { spokenOpen } from '../../ui/state.tsx';
import styles from './service-state.module.css';

const { service: words } = texts;

/** Whether the service is ready and what it checked, as its probes see it. */
export function ServiceState() {
  const { data, error } = useQuery({
    queryKey: ['health'],
    // A service that is not ready answers 503 with the same body.
    queryFn: async ({ signal }) =>
      (await (
        await fetch('/health/ready', { signal, headers: { Accept: 'application/json' } })
      ).json()) as Health,
    refetchInterval: 30_000,
  });
  return (
    <Card withBorder>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        {data ? (
          <Badge color={data.status === 'ok' ? 'green' : 'red'} tt="none">
            {data.status === 'ok' ? words.ready : words.notReady}
          </Badge>
        ) : null}
      </Group>
      {error && !data ? <Text size="sm">{words.unknown}</Text> : null}
      <dl className={styles.checks}>
        {Object.entries(data?.checks ?? {}).map(([name, found]) => (
          <div key={name}>
            <dt>{(words.checks as Record<string, string>)[name] ?? spokenOpen(name)}</dt>
            <dd>
              {found === 'ok' ? (
                <Text size="sm">{words.ok}</Text>
              ) : (
                <Badge color={data?.status === 'ok' ? 'orange' : 'red'} tt="none">
                  {found}
                </Badge>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>{words.version}</dt>
          <dd>{data?.version}</dd>
        </div>
      </dl>
    </Card>
  );
}
