import { Stack, Text } from '@mantine/core';
import { listGroups } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/groups.ts';
import { inWords, plain, RowLink, time } from '../../ui/columns.tsx';
import { searched } from '../../ui/filters.tsx';
import { byCursor } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { resource } from '../../ui/resource.ts';
import { Scopes } from '../../ui/scopes.tsx';
import { CreateGroup } from './create-group.tsx';

const groups = resource({
  list: { listGroups },
  pages: byCursor,
  filters: [searched, { name: 'sort' }],
  defaultSort: '-createdAt',
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      sort: 'name',
      csv: ({ name }) => name,
      cell: ({ id, name, description }) => (
        <Stack gap={0}>
          <RowLink to={`groups/${id}`}>{name}</RowLink>
          {description ? (
            <Text size="xs" c="dimmed" lineClamp={1}>
              {description}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    plain('memberCount', texts.columns.members),
    {
      id: 'scopes',
      title: texts.columns.scopes,
      isMinor: true,
      csv: ({ scopes }) => scopes.join(' '),
      cell: ({ scopes }) => <Scopes scopes={scopes} />,
    },
    inWords('source', texts.columns.source, texts.sources, { isMinor: true }),
    time('createdAt', texts.columns.created, 'day', { isMinor: true, sort: '-createdAt' }),
  ],
  nameOf: ({ name }) => name,
  words: texts,
  write: 'groups.write',
  create: CreateGroup,
});

export const GroupList = () => <ResourcePage of={groups} head={{ title: texts.title, text: texts.text }} />;
