import { Anchor } from '@mantine/core';
import { ofItem, sendsEntered } from '../../api/sends.ts';
import {
  listIdentities,
  reactivateIdentity,
  revokeIdentity,
  suspendIdentity,
} from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/identities.ts';
import { RowLink, state, time } from '../../ui/columns.tsx';
import { searched } from '../../ui/filters.tsx';
import { NameLine, OneLine } from '../../ui/name-line.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byCursor } from '../../ui/paging.ts';
import { PickUser } from '../../ui/pick-user.tsx';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { CreateIdentity } from './create-identity.tsx';
import { RiskBadge } from './risk.tsx';

const identities = resource({
  list: { listIdentities },
  pages: byCursor,
  filters: [
    searched,
    { name: 'type', title: texts.filters.type, values: choicesOf(texts.types) },
    { name: 'status', title: texts.filters.state, values: ['ACTIVE', 'SUSPENDED', 'REVOKED'] },
    { name: 'minRisk', title: texts.filters.risk, values: choicesOf(texts.filters.levels), as: Number },
    { name: 'tag', title: texts.filters.tag },
    { name: 'ownerUserId', title: texts.filters.owner, picker: PickUser, width: 170 },
    { name: 'sort' },
  ],
  defaultSort: '-createdAt',
  name: texts.title,
  named: ({ ownerUserId }) => [ownerUserId],
  columns: (names) => [
    {
      id: 'name',
      title: texts.columns.name,
      sort: 'name',
      csv: ({ name }) => name,
      cell: ({ id, name, type, tags }) => (
        <NameLine
          name={<RowLink to={`identities/${id}`}>{name}</RowLink>}
          detail={[texts.types[type], ...tags.slice(0, 4)].join(' · ')}
        />
      ),
    },
    {
      id: 'owner',
      title: texts.columns.owner,
      isMinor: true,
      csv: ({ ownerUserId }) => ownerUserId,
      cell: ({ ownerUserId }) =>
        ownerUserId ? (
          <OneLine>
            <ThingLink id={ownerUserId} name={names.get(ownerUserId)} />
          </OneLine>
        ) : (
          '–'
        ),
    },
    state('status', texts.columns.state),
    {
      id: 'risk',
      title: texts.columns.risk,
      sort: '-riskScore',
      csv: ({ riskScore }) => riskScore,
      cell: ({ riskScore, riskLevel }) => <RiskBadge score={riskScore} level={riskLevel} />,
    },
    {
      id: 'credentials',
      title: texts.columns.credentials,
      isMinor: true,
      csv: ({ credentialCount }) => credentialCount,
      cell: ({ id, credentialCount }) => (
        <Anchor
          renderRoot={(props) => (
            <PageLink to={`identities/${id}`} search={{ tab: 'credentials' }} {...props} />
          )}
        >
          {credentialCount}
        </Anchor>
      ),
    },
    time('lastActivityAt', texts.columns.active, 'relative', { isMinor: true }),
    time('createdAt', texts.columns.created, 'day', { isMinor: true, sort: '-createdAt' }),
  ],
  nameOf: ({ name }) => name,
  words: { create: texts.create, empty: texts.empty },
  write: 'identities.write',
  create: CreateIdentity,
  bulk: {
    needs: 'identities.write',
    path: 'identities',
    steps: [
      {
        action: texts.suspend.action,
        title: texts.suspend.selected,
        text: texts.suspend.selectedText,
        fits: ({ status }) => status === 'ACTIVE',
        ...sendsEntered({ suspendIdentity }, ofItem),
      },
      {
        action: texts.reactivate.action,
        title: texts.reactivate.selected,
        text: texts.reactivate.selectedText,
        fits: ({ status }) => status === 'SUSPENDED',
        isHarmless: true,
        ...sendsEntered({ reactivateIdentity }, ofItem),
      },
      {
        action: texts.revoke.action,
        title: texts.revoke.selected,
        text: texts.revoke.selectedText,
        fits: ({ status }) => status === 'ACTIVE' || status === 'SUSPENDED',
        look: 'danger',
        ...sendsEntered({ revokeIdentity }, ofItem),
      },
    ],
  },
});

export const IdentityList = () => (
  <ResourcePage of={identities} head={{ title: texts.title, text: texts.text }} />
);
