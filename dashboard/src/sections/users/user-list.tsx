import { roles } from '../../../../src/users/directory/role.ts';
import { sendsEntered } from '../../api/sends.ts';
import { listUsers, reactivateUser, suspendUser } from '../../generated/sdk.gen.ts';
import { texts as states } from '../../texts/user-states.ts';
import { texts } from '../../texts/users.ts';
import { RowLink, state, time } from '../../ui/columns.tsx';
import { searched } from '../../ui/filters.tsx';
import { NameLine, OneLine } from '../../ui/name-line.tsx';
import { byCursor } from '../../ui/paging.ts';
import { PickGroup } from '../../ui/pick-group.tsx';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { RoleBadges } from '../../ui/role-badges.tsx';
import { CreateUser } from './create-user.tsx';
import { nameOf, sourceOf } from './names.ts';

const ofUser = ({ id }: { id: string }, body: { reason?: string }) => ({ path: { userId: id }, body });

const users = resource({
  list: { listUsers },
  pages: byCursor,
  filters: [
    searched,
    {
      name: 'status',
      title: texts.filters.state,
      values: ['ACTIVE', 'INVITED', 'SUSPENDED', 'DEPROVISIONED'],
    },
    { name: 'role', title: texts.filters.role, values: roles },
    { name: 'group', title: texts.filters.group, picker: PickGroup, width: 200 },
    { name: 'sort' },
  ],
  defaultSort: '-createdAt',
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: nameOf,
      cell: (user) => (
        <NameLine
          name={<RowLink to={`users/${user.id}`}>{nameOf(user)}</RowLink>}
          detail={<bdi>{user.email ?? user.username}</bdi>}
        />
      ),
    },
    state('status', texts.columns.state),
    {
      id: 'roles',
      title: texts.columns.roles,
      csv: ({ roles }) => roles.join(' '),
      cell: ({ roles }) => <RoleBadges roles={roles} />,
    },
    {
      id: 'source',
      title: texts.columns.source,
      isMinor: true,
      csv: ({ source }) => source,
      cell: ({ source }) => <OneLine>{sourceOf(source)}</OneLine>,
    },
    time('lastLoginAt', texts.columns.signIn, 'relative'),
    time('createdAt', texts.columns.created, 'day', { isMinor: true, sort: '-createdAt' }),
  ],
  nameOf,
  words: texts,
  acts: [
    { word: texts.invitations, to: 'users/invitations' },
    { word: texts.schema, to: 'users/attribute-schema' },
  ],
  write: 'directory.write',
  create: CreateUser,
  bulk: {
    needs: 'directory.write',
    path: 'users',
    steps: [
      {
        action: states.suspend.action,
        title: states.selected.suspend,
        text: states.suspend.text,
        fits: ({ status }) => status === 'ACTIVE' || status === 'INVITED',
        look: 'danger',
        ...sendsEntered({ suspendUser }, ofUser),
      },
      {
        action: states.reactivate.action,
        title: states.selected.reactivate,
        text: states.reactivate.text,
        fits: ({ status }) => status === 'SUSPENDED',
        isHarmless: true,
        ...sendsEntered({ reactivateUser }, ofUser),
      },
    ],
  },
});

export const UserList = () => <ResourcePage of={users} head={{ title: texts.title, text: texts.text }} />;
