import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { listAccessDevicesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts as access } from '../../texts/access.ts';
import { texts } from '../../texts/user-security.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';

const { devices: words } = texts;
const shown = 5;

/** The devices of the user that conditional access knows, and the way to what it decided. */
export function UserDevices({ user }: { user: User }) {
  const mayRead = useMay('conditional_access.read');
  const query = { userId: user.id, limit: shown };
  const list = useQuery({ ...listAccessDevicesOptions({ query }), enabled: mayRead });
  if (!mayRead) return null;
  const more = (list.data?.pagination.total ?? 0) - shown;
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <InCode call={{ operation: 'listAccessDevices', query }} />
      </Group>
      {list.error && !list.data ? <Problem error={list.error} onRetry={() => void list.refetch()} /> : null}
      <Stack gap="xs">
        {list.data?.data.length === 0 ? <Text maw={720}>{words.none}</Text> : null}
        {list.data?.data.map(({ id, platform, trust, trustExpiresAt }) => (
          <Group key={id} gap="sm">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {id}
            </Text>
            <Text size="sm">{access.platforms[platform] ?? platform}</Text>
            <State value={trust} />
            {trustExpiresAt ? (
              <Text size="sm" c="dimmed">
                {words.until} <Moment at={trustExpiresAt} />
              </Text>
            ) : null}
          </Group>
        ))}
        {more > 0 ? <Text size="sm">{words.more(more)}</Text> : null}
        <Group gap="lg">
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <PageLink to="access" search={{ tab: 'devices', userId: user.id }} {...props} />
            )}
          >
            {words.all}
          </Anchor>
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <PageLink to="access" search={{ tab: 'decisions', userId: user.id }} {...props} />
            )}
          >
            {words.decisions}
          </Anchor>
        </Group>
      </Stack>
    </Card>
  );
}
