import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asAnyUser } from '../api/connect.ts';
import { getMeOptions } from '../generated/@tanstack/react-query.gen.ts';
import { texts } from '../texts/app.ts';
import { Problem } from '../ui/problem.tsx';

/**
 * Another user has signed in with this browser. Nothing of this page is sent as that user: the page is loaded again if the
 * user agrees.
 */
export function OtherUser({ tenant }: { tenant: string }) {
  const { data, error, refetch } = useQuery({
    ...getMeOptions({ headers: asAnyUser(tenant) }),
    staleTime: 0,
    gcTime: 0,
  });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loader aria-label={texts.loading} />;
  return (
    <Stack>
      <Text>{texts.otherUser.now(data.name)}</Text>
      <Text size="sm">{texts.otherUser.text}</Text>
      <Group justify="flex-end">
        <Button onClick={() => location.reload()} data-autofocus>
          {texts.otherUser.go(data.name)}
        </Button>
      </Group>
    </Stack>
  );
}
