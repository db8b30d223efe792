import { Anchor, Badge, Button, Card, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getIdentity } from '../../generated/sdk.gen.ts';
import type { Identity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Id } from '../../ui/copy.tsx';
import { CreateCredential } from '../../ui/create-credential.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { UserName } from '../../ui/pick-user.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { Activity } from './activity.tsx';
import { FederatedFacts } from './federated-facts.tsx';
import { IdentityCredentials } from './identity-credentials.tsx';
import { type Dialog, IdentityDialogs } from './identity-dialogs.tsx';
import { Risk, RiskBadge } from './risk.tsx';
import { UnusedScopes } from './unused-scopes.tsx';

/** What one tab keeps in the address means nothing to another. */
const closed = { tab: undefined, status: undefined, sort: undefined, days: undefined };

export function IdentityPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const { data, error, refetch } = useQuery(versioned({ getIdentity }, { path }));
  const [dialog, setDialog] = useState<Dialog>();
  const [creates, setCreates] = useState(false);
  const [search, change] = useSearch();
  const mayWrite = useMay('identities.write');
  const mayReadCredentials = useMay('credentials.read');
  const mayWriteCredentials = useMay('credentials.write');
  const mayReadReports = useMay('reports.read');
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageWaiting />;
  const identity = data.data;
  const lacksCredential = identity.credentialCount === 0 && identity.status === 'ACTIVE';
  const edit = mayWrite && identity.status !== 'REVOKED' ? () => setDialog('edit') : undefined;
  return (
    <>
      <PageHead
        title={identity.name}
        {...(identity.description ? { text: identity.description } : {})}
        back={{ to: 'identities', title: texts.title }}
        beside={
          <>
            <State value={identity.status} />
            <RiskBadge score={identity.riskScore} level={identity.riskLevel} />
          </>
        }
      >
        <InCode call={{ operation: 'getIdentity', path }} />
        {mayWrite ? <Actions status={identity.status} onChoose={setDialog} /> : null}
      </PageHead>
      <Tabs
        value={search['tab'] ?? 'overview'}
        onChange={(tab) => change({ ...closed, ...(tab === 'overview' ? {} : { tab: tab ?? '' }) })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="overview">{texts.tabs.overview}</Tabs.Tab>
          {mayReadCredentials ? (
            <Tabs.Tab
              value="credentials"
              rightSection={
                <Badge size="sm" color="gray" circle>
                  {identity.credentialCount}
                </Badge>
              }
            >
              {texts.tabs.credentials}
            </Tabs.Tab>
          ) : null}
          <Tabs.Tab value="activity">{texts.tabs.activity}</Tabs.Tab>
          {mayReadReports ? <Tabs.Tab value="scopes">{texts.tabs.scopes}</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Stack>
            {lacksCredential && mayWriteCredentials ? <NextStep onCreate={() => setCreates(true)} /> : null}
            <Risk id={id} onEdit={edit} />
            <Details identity={identity} />
            <FederatedFacts identity={identity} />
            <RecentChanges id={id} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="credentials">
          <IdentityCredentials identity={identity} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <Activity id={id} />
        </Tabs.Panel>
        <Tabs.Panel value="scopes">
          <UnusedScopes id={id} />
        </Tabs.Panel>
      </Tabs>
      <IdentityDialogs
        identity={data}
        dialog={dialog}
        read={async () => (await refetch()).data}
        onClose={() => setDialog(undefined)}
      />
      {creates ? (
        <CreateCredential
          identityId={identity.id}
          scopes={identity.allowedScopes ?? []}
          onClose={() => setCreates(false)}
        />
      ) : null}
    </>
  );
}

/** Offers an identity without a credential its first one. */
function NextStep({ onCreate }: { onCreate: () => void }) {
  const { create, empty } = texts.credentials;
  return (
    <Card withBorder>
      <Group justify="space-between">
        <Stack gap={4} miw={0} flex="1 1 22rem">
          <Title order={2} size="h4">
            {empty.title}
          </Title>
          <Text c="dimmed">{empty.text}</Text>
        </Stack>
        <Button onClick={onCreate}>{create}</Button>
      </Group>
    </Card>
  );
}

function Actions({ status, onChoose }: { status: Identity['status']; onChoose: (dialog: Dialog) => void }) {
  return (
    <>
      {status === 'REVOKED' ? null : <Button onClick={() => onChoose('edit')}>{texts.edit.action}</Button>}
      {status === 'ACTIVE' ? (
        <Button variant="default" onClick={() => onChoose('suspend')}>
          {texts.suspend.action}
        </Button>
      ) : null}
      {status === 'SUSPENDED' ? (
        <Button variant="default" onClick={() => onChoose('reactivate')}>
          {texts.reactivate.action}
        </Button>
      ) : null}
      {status === 'REVOKED' ? null : (
        <Button variant="outline" color="red.8" onClick={() => onChoose('revoke')}>
          {texts.revoke.action}
        </Button>
      )}
      <Button variant="subtle" color="red.8" onClick={() => onChoose('remove')}>
        {texts.remove.action}
      </Button>
    </>
  );
}

const badges = (values: readonly string[]) => (
  <Group gap={4}>
    {values.map((value) => (
      <Badge key={value} tt="none" color="gray">
        {value}
      </Badge>
    ))}
  </Group>
);

function Details({ identity }: { identity: Identity }) {
  const { fields, columns } = texts;
  const { ownerUserId, tags, allowedScopes, allowedIps, metadata } = identity;
  return (
    <Facts
      title={texts.details}
      rows={[
        ['ID', <Id key="id" value={identity.id} />],
        [fields.type, texts.types[identity.type]],
        [
          fields.ownerUserId,
          ownerUserId ? (
            <Anchor key="owner" renderRoot={(props) => <PageLink to={`users/${ownerUserId}`} {...props} />}>
              <UserName id={ownerUserId} />
            </Anchor>
          ) : (
            ui.none
          ),
        ],
        [fields.tags, tags.length > 0 ? badges(tags) : ui.none],
        [fields.allowedScopes, allowedScopes ? badges(allowedScopes) : ui.any],
        [fields.allowedIps, allowedIps ? badges(allowedIps) : ui.any],
        [columns.active, <Moment key="active" at={identity.lastActivityAt} />],
        [fields.expiresAt, <Moment key="expires" at={identity.expiresAt} />],
        [columns.created, <Moment key="created" at={identity.createdAt} />],
        ...(Object.keys(metadata).length > 0
          ? ([
              [
                fields.metadata,
                <Text key="metadata" size="xs" ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
                  {JSON.stringify(metadata, null, 2)}
                </Text>,
              ],
            ] as const)
          : []),
      ]}
    />
  );
}
