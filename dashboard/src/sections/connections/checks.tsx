import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { testConnection } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/connections.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { spoken } from '../../ui/state.tsx';

/** Runs the checks of a connection, and says what each found. */
export function Checks({ id }: { id: string }) {
  const path = { id };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['test of a connection', id],
    queryFn: async () => (await testConnection({ path })).data,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <Stack>
      {error ? <Problem error={error} /> : null}
      {data ? (
        <Stack role="status">
          <Alert color={data.status === 'SUCCESS' ? 'green' : 'red'}>
            {data.status === 'SUCCESS' ? texts.test.passed : texts.test.failed}{' '}
            {texts.test.took(data.latency)}
          </Alert>
          <List spacing="xs">
            {data.checks.map(({ name, ok, detail }) => (
              <List.Item key={name} icon={<Text c={ok ? 'green.8' : 'red.8'}>{ok ? '✓' : '✗'}</Text>}>
                <Text fw={600} size="sm">
                  {spoken(name)}
                </Text>
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {detail}
                </Text>
              </List.Item>
            ))}
          </List>
        </Stack>
      ) : null}
      <Group justify="space-between">
        <InCode call={{ operation: 'testConnection', path }} />
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {texts.test.again}
        </Button>
      </Group>
    </Stack>
  );
}
