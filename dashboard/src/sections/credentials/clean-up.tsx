import {
  Anchor,
  List,
  NumberInput,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cleanUpCredentials } from '../../generated/sdk.gen.ts';
import type { CleanUp, CleanUpAction } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { tellDone } from '../../ui/tell-done.ts';
import { useSearch } from '../../ui/use-search.ts';

/** So many at once, so that all that is done can be shown before. */
const limit = 100;

/** Suspends or revokes unused credentials, after it has shown which ones. */
export function CleanUpCredentials({ onClose }: { onClose: () => void }) {
  const [search] = useSearch();
  const [days, setDays] = useState(Number(search['unusedForDays'] ?? 90));
  const [action, setAction] = useState<CleanUpAction>('SUSPEND');
  const [reason, setReason] = useState('');
  const [unusedForDays] = useDebouncedValue(days, 300);
  const asked = { unusedForDays, action, limit };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['clean-up', asked],
    queryFn: async ({ signal }) =>
      (await cleanUpCredentials({ body: { ...asked, dryRun: true }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const shown = data?.done ?? [];
  const body = {
    unusedForDays,
    action,
    credentialIds: shown.map(({ credentialId }) => credentialId),
    dryRun: false,
    ...(reason.trim() ? { reason: reason.trim() } : {}),
  };
  const isCurrent = !isPlaceholderData && days === unusedForDays;
  return (
    <Confirm
      title={texts.cleanUp.title}
      text={texts.cleanUp.text}
      action={texts.cleanUp.actions[action]}
      size="lg"
      isReady={isCurrent && shown.length > 0}
      call={{ operation: 'cleanUpCredentials', body }}
      act={async () => {
        const { data: result } = await cleanUpCredentials({ body });
        tellDone(shown, result.done, texts.cleanUp);
      }}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NumberInput
          label={texts.cleanUp.days}
          min={1}
          max={3650}
          allowDecimal={false}
          value={days}
          onChange={(value) => setDays(Math.max(1, Number(value)))}
        />
        <Select
          label={texts.cleanUp.action}
          allowDeselect={false}
          data={(['SUSPEND', 'REVOKE'] as const).map((value) => ({
            value,
            label: texts.cleanUp.choices[value],
          }))}
          value={action}
          onChange={(value) => setAction(value === 'REVOKE' ? value : 'SUSPEND')}
        />
      </SimpleGrid>
      <TextInput
        label={ui.reason}
        description={ui.reasonText}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {error ? <Problem error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Preview cleanUp={data} /> : error ? null : <Skeleton height={100} />}
    </Confirm>
  );
}

function Preview({ cleanUp: { done, left, hasMore } }: { cleanUp: CleanUp }) {
  return (
    <Stack
      gap="xs"
      mah="35vh"
      style={{ overflowY: 'auto' }}
      tabIndex={0}
      role="region"
      aria-label={texts.cleanUp.title}
    >
      <Text fw={600} size="sm">
        {texts.cleanUp.count(done.length)}
      </Text>
      <List size="sm">
        {done.map(({ credentialId, name, identityName }) => (
          <List.Item key={credentialId}>
            <Anchor
              size="sm"
              renderRoot={(props) => <PageLink to={`credentials/${credentialId}`} {...props} />}
            >
              {name}
            </Anchor>{' '}
            {texts.try.of(identityName)}
          </List.Item>
        ))}
      </List>
      {left.length > 0 ? (
        <>
          <Text fw={600} size="sm">
            {texts.cleanUp.left}
          </Text>
          <List size="sm">
            {left.map(({ credentialId, name, reason }) => (
              <List.Item key={credentialId}>
                {name}: {texts.cleanUp.reasons[reason]}
              </List.Item>
            ))}
          </List>
        </>
      ) : null}
      {hasMore ? <Text size="sm">{texts.cleanUp.more}</Text> : null}
    </Stack>
  );
}
