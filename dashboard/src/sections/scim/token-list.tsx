import { listScimTokens } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/scim.ts';
import { inWords, RowLink, state, time } from '../../ui/columns.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { CreateToken } from './create-token.tsx';

const scimTokens = resource({
  list: { listScimTokens },
  pages: byPage,
  filters: [{ name: 'status', title: texts.columns.state, values: ['ACTIVE', 'EXPIRED', 'REVOKED'] }],
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ name }) => name,
      cell: ({ id, name, tokenPrefix, last4 }) => (
        <NameLine
          name={<RowLink to={`scim/${id}`}>{name}</RowLink>}
          detail={`${tokenPrefix}…${last4}`}
          isCode
        />
      ),
    },
    inWords('profile', texts.columns.product, texts.profiles),
    state('status', texts.columns.state),
    {
      id: 'manages',
      title: texts.columns.manages,
      isMinor: true,
      csv: ({ permissions }) => permissions.join(' '),
      cell: ({ permissions }) => permissions.map((one) => texts.permissions[one] ?? one).join(', '),
    },
    time('lastUsedAt', texts.columns.used, 'relative'),
    time('expiresAt', texts.columns.expires, 'day', { isMinor: true }),
  ],
  nameOf: ({ name }) => name,
  words: texts,
  write: 'scim_tokens.write',
  create: CreateToken,
});

export const TokenList = () => (
  <ResourcePage of={scimTokens} head={{ title: texts.title, text: texts.text }} />
);
