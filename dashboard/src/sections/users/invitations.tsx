import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listInvitationsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { inviteUser, listInvitations, revokeInvitation } from '../../generated/sdk.gen.ts';
import type { Invitation, InvitationStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/invitations.ts';
import { texts as users } from '../../texts/users.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { NamedLink } from '../../ui/named-link.tsx';
import { useSearch } from '../../ui/use-search.ts';

interface Dialog {
  kind: 'again' | 'revoke';
  invitation: Invitation;
}

const columns: readonly Column<Invitation>[] = [
  {
    id: 'user',
    title: texts.columns.user,
    csv: ({ userName }) => userName,
    cell: ({ userId, userName, userStatus, email }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`users/${userId}`} {...props} />}>
          <bdi>{userName}</bdi>
        </Anchor>
        <Text size="xs" c="dimmed">
          <bdi>{email}</bdi>
        </Text>
        {userStatus === 'SUSPENDED' ? <Text size="xs">{texts.suspended}</Text> : null}
      </Stack>
    ),
  },
  {
    id: 'status',
    title: texts.columns.status,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'invited',
    title: texts.columns.invited,
    isMinor: true,
    csv: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} isRelative />,
  },
  {
    id: 'sent',
    title: texts.columns.sent,
    isMinor: true,
    csv: ({ sentAt }) => sentAt,
    cell: ({ sentAt }) => (sentAt ? <Moment at={sentAt} isRelative /> : texts.waits),
  },
  {
    id: 'ends',
    title: texts.columns.ends,
    csv: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} isRelative /> : ui.none),
  },
  {
    id: 'by',
    title: texts.columns.by,
    isMinor: true,
    csv: ({ invitedBy }) => invitedBy,
    cell: ({ invitedBy }) => (invitedBy ? <NamedLink id={invitedBy} size="sm" /> : ui.none),
  },
];

/** The invitations that are open. Each can be sent again, or revoked. */
export function InvitationList() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<Dialog>();
  const mayWrite = useMay('directory.write');
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as InvitationStatus } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listInvitationsOptions({ query }), placeholderData: keepPreviousData });
  const acts: Column<Invitation> = {
    id: 'acts',
    title: '',
    cell: (invitation) => (
      <Group gap={4} wrap="nowrap">
        {invitation.userStatus === 'INVITED' ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setDialog({ kind: 'again', invitation })}
            aria-label={`${texts.again.action}: ${invitation.userName}`}
          >
            {texts.again.action}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red.8"
          onClick={() => setDialog({ kind: 'revoke', invitation })}
          aria-label={`${texts.revoke.action}: ${invitation.userName}`}
        >
          {texts.revoke.action}
        </Button>
      </Group>
    ),
  };
  return (
    <>
      <PageHead title={texts.title} text={texts.text} back={{ to: 'users', title: users.title }}>
        <InCode call={{ operation: 'listInvitations', query }} />
      </PageHead>
      <Filters filters={[{ name: 'status', title: texts.columns.status, values: ['PENDING', 'EXPIRED'] }]} />
      <DataTable
        name={texts.title}
        columns={mayWrite ? [...columns, acts] : columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listInvitations({ query: queryAt(query, cursor), signal })).data
        }
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            <Button renderRoot={(props) => <PageLink to="users" {...props} />}>{texts.empty.action}</Button>
          </Empty>
        }
      />
      {dialog ? <Act {...dialog} onClose={() => setDialog(undefined)} /> : null}
    </>
  );
}

function Act({ kind, invitation, onClose }: Dialog & { onClose: () => void }) {
  const { id, userId, userName } = invitation;
  const { title, text, action, said } = texts[kind];
  const common = { title: title(userName), text, action, said, onClose };
  return kind === 'again' ? (
    <Confirm
      {...common}
      isHarmless
      call={{ operation: 'inviteUser', path: { userId } }}
      act={() => inviteUser({ path: { userId } })}
    />
  ) : (
    <Confirm
      {...common}
      call={{ operation: 'revokeInvitation', path: { invitationId: id } }}
      act={() => revokeInvitation({ path: { invitationId: id } })}
    />
  );
}
