import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { getCredentialUsageOptions, getIdentityOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NamedLink } from '../../ui/named-link.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { spoken, State } from '../../ui/state.tsx';
import { useUsageDays } from '../../ui/usage.tsx';

const { whose: words } = texts;

/** Says whose a credential is, and who may have used it: what a user asks who finds a key. */
export function Whose({ credential }: { credential: Credential }) {
  const { id, identityId, identityName, createdBy, createdAt, statusReason } = credential;
  const isLeaked = statusReason === 'LEAKED';
  return (
    <Facts
      title={words.title}
      rows={[
        [words.identity, <Identity key="identity" id={identityId} name={identityName} />],
        [words.owner, <Owner key="owner" id={identityId} />],
        [
          words.creator,
          <Group key="creator" gap={6}>
            {createdBy ? <NamedLink id={createdBy} /> : '–'}
            <Text size="sm" c="dimmed">
              <Moment at={createdAt} isDay />
            </Text>
          </Group>,
        ],
        [words.used, <LastUse key="used" id={id} at={credential.lastUsedAt} />],
        // Without a row, nothing is promised: the leak of an earlier secret leaves no reason.
        ...(isLeaked
          ? [
              [
                words.leak,
                <Text key="leak" fw={600}>
                  {words.leaked}
                </Text>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}

function useIdentity(id: string) {
  const mayRead = useMay('identities.read');
  return useQuery({ ...getIdentityOptions({ path: { id } }), enabled: mayRead, retry: false }).data;
}

function Identity({ id, name }: { id: string; name: string }) {
  const identity = useIdentity(id);
  return (
    <Group gap={6}>
      <Anchor renderRoot={(props) => <PageLink to={`identities/${id}`} {...props} />}>
        <bdi>{name}</bdi>
      </Anchor>
      {identity ? (
        <>
          <Text size="sm" c="dimmed">
            {spoken(identity.type)}
          </Text>
          {identity.status === 'ACTIVE' ? null : <State value={identity.status} />}
        </>
      ) : null}
    </Group>
  );
}

function Owner({ id }: { id: string }) {
  const identity = useIdentity(id);
  const mayWrite = useMay('identities.write');
  if (!identity) return '–';
  if (identity.ownerUserId) return <NamedLink id={identity.ownerUserId} />;
  return (
    <Group gap={6}>
      {words.noOwner}
      {mayWrite ? (
        <Anchor size="sm" renderRoot={(props) => <PageLink to={`identities/${id}`} {...props} />}>
          {words.chooseOwner}
        </Anchor>
      ) : null}
    </Group>
  );
}

/** The time of the last use, and the address that was used on the newest day. */
function LastUse({ id, at }: { id: string; at: string | null }) {
  const days = useUsageDays();
  const { data } = useQuery(getCredentialUsageOptions({ path: { id }, query: { days } }));
  const [newest] = (data?.addresses ?? []).toSorted((one, other) => other.lastDay.localeCompare(one.lastDay));
  return (
    <Group gap={6}>
      <Moment at={at} isRelative />
      {at && newest?.address ? (
        <Text size="sm" c="dimmed">
          {words.from} {newest.address}
        </Text>
      ) : null}
    </Group>
  );
}
