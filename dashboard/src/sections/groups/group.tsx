import { Alert, Anchor, Badge, Button, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getGroup } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/groups.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { GrantRule, Scopes, useUngrantable } from '../../ui/scopes.tsx';
import { DeleteGroup } from './delete-group.tsx';
import { EditGroup } from './edit-group.tsx';
import { Members } from './members.tsx';

export function GroupPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { groupId: id };
  const read = useQuery(versioned({ getGroup }, { path }));
  const [dialog, setDialog] = useState<'edit' | 'remove'>();
  const missing = useUngrantable(read.data?.data.scopes ?? []);
  const mayWrite = useMay('groups.write');
  if (read.error && !read.data) return <Problem error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <PageWaiting />;
  const group = read.data.data;
  const isManaged = group.source === 'SCIM';
  const mayChange = mayWrite && missing.length === 0;
  return (
    <Stack gap="lg">
      <PageHead
        title={group.name}
        {...(group.description ? { text: group.description } : {})}
        back={{ to: 'groups', title: texts.title }}
        beside={
          <Badge tt="none" color={isManaged ? 'blue' : 'gray'}>
            {texts.sources[group.source] ?? group.source}
          </Badge>
        }
      >
        <InCode call={{ operation: 'getGroup', path }} />
        {mayWrite ? (
          <Button variant="default" onClick={() => setDialog('edit')}>
            {texts.edit}
          </Button>
        ) : null}
        {mayChange ? (
          <Button variant="outline" color="red.8" onClick={() => setDialog('remove')}>
            {texts.remove.action}
          </Button>
        ) : null}
      </PageHead>
      {isManaged ? (
        <Alert color="blue">
          {texts.managed}{' '}
          {group.createdBy?.startsWith('sct_') ? (
            <Anchor
              inherit
              underline="always"
              renderRoot={(props) => <PageLink to={`scim/${group.createdBy}`} {...props} />}
            >
              {texts.ofToken}
            </Anchor>
          ) : null}
        </Alert>
      ) : null}
      {mayWrite ? <GrantRule scopes={group.scopes} text={texts.beyond} /> : null}
      <Card withBorder padding="lg">
        <Title order={2} size="h4" mb="xs">
          {texts.rights}
        </Title>
        <Text size="sm" c="dimmed" mb={group.scopes.length > 0 ? 'sm' : 0}>
          {group.scopes.length > 0 ? texts.rightsText : texts.noRights}
        </Text>
        {group.scopes.length > 0 ? <Scopes scopes={group.scopes} /> : null}
      </Card>
      <Members group={group} mayChange={mayChange && !isManaged} />
      <Facts
        title={texts.facts}
        rows={[
          ['ID', <Id key="id" value={group.id} />],
          [
            texts.fields.externalId,
            group.externalId ? <bdi key="external">{group.externalId}</bdi> : texts.none,
          ],
          [texts.columns.created, <Moment key="created" at={group.createdAt} />],
          [texts.updated, <Moment key="updated" at={group.updatedAt} />],
        ]}
      />
      <RecentChanges id={group.id} />
      {dialog === 'edit' ? (
        <EditGroup
          opened={read.data}
          read={async () => (await read.refetch()).data}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'remove' ? (
        <DeleteGroup group={read.data} read={() => read.refetch()} onClose={() => setDialog(undefined)} />
      ) : null}
    </Stack>
  );
}
