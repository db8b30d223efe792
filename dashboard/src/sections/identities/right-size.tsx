import { Badge, Card, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rightSizeIdentity } from '../../generated/sdk.gen.ts';
import type { RightSizing } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Problem } from '../../ui/problem.tsx';

const { scopes: words } = texts;

/** Removes unused scopes, after it has shown what is removed. */
export function RightSize({
  id,
  windowDays,
  credentialId,
  onClose,
}: {
  id: string;
  windowDays: number;
  /** Only this credential. */
  credentialId?: string;
  onClose: () => void;
}) {
  const path = { id };
  const asked = { windowDays, ...(credentialId ? { credentialIds: [credentialId] } : {}) };
  const { data, error, refetch } = useQuery({
    queryKey: ['right-size', id, asked],
    queryFn: async ({ signal }) =>
      (await rightSizeIdentity({ path, body: { ...asked, dryRun: true }, signal })).data,
    staleTime: 0,
    // What is shown is what is done.
    refetchOnWindowFocus: false,
  });
  const body = {
    dryRun: false,
    windowDays,
    credentialIds: data?.narrowed.map((one) => one.credentialId) ?? [],
  };
  return (
    <Confirm
      title={words.title}
      text={words.text}
      action={words.rightSize}
      said={words.said}
      isHarmless
      isReady={(data?.narrowed.length ?? 0) > 0}
      call={{ operation: 'rightSizeIdentity', path, body }}
      act={() => rightSizeIdentity({ path, body })}
      onClose={onClose}
      size="lg"
    >
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Preview sizing={data} /> : error ? null : <Skeleton height={120} />}
    </Confirm>
  );
}

function Preview({ sizing: { narrowed, left, hasMore } }: { sizing: RightSizing }) {
  return (
    <Stack
      gap="sm"
      mah="50vh"
      style={{ overflowY: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={words.title}
    >
      {narrowed.length === 0 ? <Text>{words.nothing}</Text> : null}
      {narrowed.map(({ credentialId, name, from, to }) => (
        <Card key={credentialId} withBorder padding="sm">
          <Text fw={600} size="sm" mb={6}>
            {name}
          </Text>
          <Scopes title={words.removed} scopes={from.filter((scope) => !to.includes(scope))} isRemoved />
          <Scopes title={words.kept} scopes={to} />
        </Card>
      ))}
      {left.length > 0 ? (
        <>
          <Title order={3} size="h6">
            {words.left}
          </Title>
          <List size="sm">
            {left.map(({ credentialId, name, reason }) => (
              <List.Item key={credentialId}>
                {name ?? credentialId}: {words.observations[reason]}
              </List.Item>
            ))}
          </List>
        </>
      ) : null}
      {hasMore ? <Text size="sm">{words.more}</Text> : null}
    </Stack>
  );
}

function Scopes({
  title,
  scopes,
  isRemoved = false,
}: {
  title: string;
  scopes: readonly string[];
  isRemoved?: boolean;
}) {
  if (scopes.length === 0) return null;
  return (
    <Group gap={4} mb={4}>
      <Text size="xs" c="dimmed" w={64}>
        {title}
      </Text>
      {scopes.map((scope) => (
        <Badge
          key={scope}
          tt="none"
          color={isRemoved ? 'red' : 'green'}
          td={isRemoved ? 'line-through' : undefined}
        >
          {scope}
        </Badge>
      ))}
    </Group>
  );
}
