import { Badge, Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { texts } from '../../texts/overview.ts';

interface Health {
  status?: string;
  version?: string;
}

/** Whether the service is ready, as its probes see it. */
export function ServiceState() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/health/ready', { signal });
      return { isReady: answer.ok, health: (await answer.json()) as Health };
    },
    refetchInterval: 30_000,
  });
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="sm">
        {texts.service.title}
      </Title>
      <Group gap="md">
        {data ? (
          <Badge color={data.isReady ? 'green' : 'red'} tt="none">
            {data.isReady ? texts.service.ready : texts.service.notReady}
          </Badge>
        ) : null}
        <Text size="sm">
          {texts.service.version} {import.meta.env['VITE_KEYWARD_VERSION'] as string}
        </Text>
      </Group>
    </Card>
  );
}
