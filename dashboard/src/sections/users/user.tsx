import { Alert, Anchor, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { versioned } from '../../api/versioned.ts';
import { getUser } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/users.ts';
import { InCode } from '../../ui/in-code.tsx';
import { fromNow } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { LifeCycle } from './life-cycle.tsx';
import { nameOf } from './names.ts';
import { Profile } from './profile.tsx';
import { Rights } from './rights.tsx';
import { Security } from './security.tsx';
import { UserActions } from './user-actions.tsx';

const tabs = ['profile', 'rights', 'security', 'activity'] as const;

export function UserPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { userId: id };
  const [search, change] = useSearch();
  const read = useQuery(versioned({ getUser }, { path }));
  if (read.error && !read.data) return <Problem error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <PageWaiting />;
  const newest = async () => (await read.refetch()).data;
  const user = read.data.data;
  const open = tabs.find((tab) => tab === search['tab']) ?? 'profile';
  return (
    <Stack gap="lg">
      <PageHead
        title={nameOf(user)}
        back={{ to: 'users', title: texts.title }}
        beside={<State value={user.status} />}
      >
        <InCode call={{ operation: 'getUser', path }} />
        <UserActions user={read.data} read={newest} />
      </PageHead>
      <Bands user={user} />
      <Tabs
        value={open}
        onChange={(tab) => change({ tab: tab === 'profile' ? undefined : (tab ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {texts.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="profile">
          <Profile opened={read.data} read={newest} />
        </Tabs.Panel>
        <Tabs.Panel value="rights">
          <Rights opened={read.data} read={newest} />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <Security user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <LifeCycle user={user} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

/** What to know before anything is changed. */
function Bands({ user: { status, source, expiresAt, createdBy } }: { user: User }) {
  const managed = texts.managed[source];
  const isOfToken = createdBy?.startsWith('sct_') ?? false;
  return (
    <>
      {status === 'INVITED' ? <Alert color="blue">{texts.invitedBand}</Alert> : null}
      {status === 'SUSPENDED' ? <Alert color="orange">{texts.suspendedBand}</Alert> : null}
      {status === 'DEPROVISIONED' ? <Alert color="gray">{texts.deprovisionedBand}</Alert> : null}
      {expiresAt && status !== 'DEPROVISIONED' ? (
        <Alert color="orange">{texts.leavesBand(fromNow(expiresAt))}</Alert>
      ) : null}
      {managed ? (
        <Alert color="gray">
          {managed}{' '}
          {isOfToken ? (
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <PageLink to={`scim/${createdBy}`} {...props} />}
            >
              {texts.toToken}
            </Anchor>
          ) : null}
        </Alert>
      ) : null}
    </>
  );
}
