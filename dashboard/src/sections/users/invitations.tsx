import { Button, Group, Stack, Text } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { inviteUser, listInvitations, revokeInvitation } from '../../generated/sdk.gen.ts';
import type { Invitation } from '../../generated/types.gen.ts';
import { texts } from '../../texts/invitations.ts';
import { texts as ui } from '../../texts/ui.ts';
import { texts as users } from '../../texts/users.ts';
import { RowLink, state, time } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NamedLink } from '../../ui/named-link.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byCursor } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';

const invitations = resource({
  list: { listInvitations },
  pages: byCursor,
  filters: [{ name: 'status', title: texts.columns.status, values: ['PENDING', 'EXPIRED'] }],
  name: texts.title,
  columns: [
    {
      id: 'user',
      title: texts.columns.user,
      csv: ({ userName }) => userName,
      cell: ({ userId, userName, userStatus, email }) => (
        <Stack gap={0}>
          <RowLink to={`users/${userId}`}>{userName}</RowLink>
          <Text size="xs" c="dimmed">
            <bdi>{email}</bdi>
          </Text>
          {userStatus === 'SUSPENDED' ? <Text size="xs">{texts.suspended}</Text> : null}
        </Stack>
      ),
    },
    state('status', texts.columns.status),
    time('createdAt', texts.columns.invited, 'relative', { isMinor: true }),
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
  ],
  nameOf: ({ userName }) => userName,
  words: texts,
  rowActs: {
    needs: 'directory.write',
    buttons: (invitation, open) => (
      <Group gap={4} wrap="nowrap">
        {invitation.userStatus === 'INVITED' ? (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => open(InviteAgain, invitation)}
            aria-label={`${texts.again.action}: ${invitation.userName}`}
          >
            {texts.again.action}
          </Button>
        ) : null}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red.8"
          onClick={() => open(Revoke, invitation)}
          aria-label={`${texts.revoke.action}: ${invitation.userName}`}
        >
          {texts.revoke.action}
        </Button>
      </Group>
    ),
  },
});

/** The invitations that are open. Each can be sent again, or revoked. */
export const InvitationList = () => (
  <ResourcePage
    of={invitations}
    head={{ title: texts.title, text: texts.text, back: { to: 'users', title: users.title } }}
    empty={<Button renderRoot={(props) => <PageLink to="users" {...props} />}>{texts.empty.action}</Button>}
  />
);

const InviteAgain = ({ row: { userId, userName }, onClose }: OfRow<Invitation>) => (
  <Confirm
    {...about(texts.again, userName)}
    isHarmless
    {...sends({ inviteUser }, { path: { userId } })}
    onClose={onClose}
  />
);

const Revoke = ({ row: { id, userName }, onClose }: OfRow<Invitation>) => (
  <Confirm
    {...about(texts.revoke, userName)}
    {...sends({ revokeInvitation }, { path: { invitationId: id } })}
    onClose={onClose}
  />
);
