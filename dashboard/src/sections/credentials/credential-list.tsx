import { Anchor } from '@mantine/core';
import { ofItem, sendsEntered } from '../../api/sends.ts';
import {
  listCredentials,
  reactivateCredential,
  revokeCredential,
  suspendCredential,
} from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { state, time } from '../../ui/columns.tsx';
import { CreateCredential } from '../../ui/create-credential.tsx';
import { CredentialName } from '../../ui/credential-name.tsx';
import { searched } from '../../ui/filters.tsx';
import { OneLine } from '../../ui/name-line.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byCursor } from '../../ui/paging.ts';
import { PickIdentity } from '../../ui/pick-identity.tsx';
import { ResourceActs, ResourceFilters, ResourceTable, useResource } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { FewScopes } from '../../ui/scopes.tsx';
import { CleanUpCredentials } from './clean-up.tsx';
import { Counts } from './counts.tsx';
import { TryKey } from './try-key.tsx';

const credentials = resource({
  list: { listCredentials },
  pages: byCursor,
  filters: [
    { name: 'status' },
    { name: 'expiring', as: Boolean },
    { name: 'live', as: Boolean },
    searched,
    {
      name: 'unusedForDays',
      title: texts.filters.unused,
      values: ['30', '90', '180'].map((value) => ({ value, label: texts.filters.days(value) })),
      as: Number,
    },
    { name: 'identityId', title: texts.filters.identity, picker: PickIdentity, width: 220 },
    { name: 'sort' },
  ],
  defaultSort: '-createdAt',
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ name }) => name,
      cell: (credential) => <CredentialName of={credential} />,
    },
    {
      id: 'identity',
      title: texts.columns.identity,
      csv: ({ identityName }) => identityName,
      cell: ({ identityId, identityName }) => (
        <OneLine>
          <Anchor renderRoot={(props) => <PageLink to={`identities/${identityId}`} {...props} />}>
            {identityName}
          </Anchor>
        </OneLine>
      ),
    },
    state('status', texts.columns.state),
    {
      id: 'scopes',
      title: texts.columns.scopes,
      isMinor: true,
      csv: ({ scopes }) => scopes.join(' '),
      cell: ({ scopes }) => <FewScopes scopes={scopes} />,
    },
    time('lastUsedAt', texts.columns.used, 'relative', { isMinor: true }),
    time('expiresAt', texts.columns.expires, 'day', { isMinor: true }),
    time('createdAt', texts.columns.created, 'day', { isMinor: true, sort: '-createdAt' }),
  ],
  nameOf: ({ name }) => name,
  words: { create: texts.create, empty: texts.empty },
  acts: [
    { word: texts.cleanUp.open, needs: 'credentials.revoke', dialog: CleanUpCredentials },
    { word: texts.tryKey, needs: 'credentials.verify', dialog: TryKey, asked: 'try' },
  ],
  write: 'credentials.write',
  create: CreateCredential,
  bulk: {
    needs: 'credentials.revoke',
    path: 'credentials',
    steps: [
      {
        ...texts.suspend,
        action: texts.suspend.action,
        title: texts.selected.suspend,
        fits: ({ status }) => status === 'ACTIVE',
        ...sendsEntered({ suspendCredential }, ofItem),
      },
      {
        ...texts.reactivate,
        action: texts.reactivate.action,
        title: texts.selected.reactivate,
        fits: ({ status }) => status === 'SUSPENDED',
        isHarmless: true,
        ...sendsEntered({ reactivateCredential }, ofItem),
      },
      {
        ...texts.revoke,
        action: texts.revoke.action,
        title: texts.selected.revoke,
        fits: ({ status }) => status === 'ACTIVE' || status === 'SUSPENDED',
        look: 'danger',
        ...sendsEntered({ revokeCredential }, ofItem),
      },
    ],
  },
});

export function CredentialList() {
  const shown = useResource(credentials);
  return (
    <>
      <PageHead title={texts.title} text={texts.text} isList>
        <ResourceActs shown={shown} />
      </PageHead>
      <Counts stats={shown.list.answer?.stats} />
      <ResourceFilters shown={shown} />
      <ResourceTable shown={shown} />
    </>
  );
}
