import { Badge, Card, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rightSizeIdentity } from '../../generated/sdk.gen.ts';
import type { RightSizing } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { tellDone } from '../../ui/tell-done.ts';
import { Problem } from '../../ui/problem.tsx';

const { scopes: words } = texts;

type Narrowed = RightSizing['narrowed'][number];

const isSame = (one: Narrowed, other: Narrowed): boolean =>
  one.credentialId === other.credentialId &&
  [one.from, one.to].join('\n') === [other.from, other.to].join('\n');

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
  // A call takes so many.
  const shown = data?.narrowed.slice(0, 100) ?? [];
  const bodyOf = (some: readonly Narrowed[], dryRun: boolean) => ({
    dryRun,
    windowDays,
    credentialIds: some.map((one) => one.credentialId),
  });
  /** Narrows the credentials that still are as shown. One that was used or changed meanwhile would get other scopes. */
  const narrow = async () => {
    const { data: now } = await rightSizeIdentity({ path, body: bodyOf(shown, true) });
    const same = shown.filter((one) => now.narrowed.some((other) => isSame(one, other)));
    const done =
      same.length > 0 ? (await rightSizeIdentity({ path, body: bodyOf(same, false) })).data.narrowed : [];
    tellDone(shown, done, words);
  };
  return (
    <Confirm
      title={words.title}
      text={words.text}
      action={words.rightSize}
      isHarmless
      isReady={shown.length > 0}
      call={{ operation: 'rightSizeIdentity', path, body: bodyOf(shown, false) }}
      act={narrow}
      onClose={onClose}
      size="lg"
    >
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Preview sizing={data} shown={shown} /> : error ? null : <Skeleton height={120} />}
    </Confirm>
  );
}

function Preview({
  sizing: { narrowed, left, hasMore },
  shown,
}: {
  sizing: RightSizing;
  shown: readonly Narrowed[];
}) {
  return (
    <Stack
      gap="sm"
      mah="50vh"
      style={{ overflowY: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={words.title}
    >
      {shown.length === 0 ? <Text>{words.nothing}</Text> : null}
      {shown.map(({ credentialId, name, from, to }) => (
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
      {hasMore || narrowed.length > shown.length ? <Text size="sm">{words.more}</Text> : null}
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
