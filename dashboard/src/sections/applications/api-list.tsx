import { Code, Group, Stack, Text } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { deleteOidcResource, listOidcResources } from '../../generated/sdk.gen.ts';
import type { OidcResource } from '../../generated/types.gen.ts';
import { texts } from '../../texts/oidc-resources.ts';
import { time, yesNo } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';
import { CreateApi, EditApi } from './api-form.tsx';

const apis = resource({
  list: { listOidcResources },
  pages: byPage,
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ identifier }) => identifier,
      cell: ({ identifier, name, description }) => (
        <Stack gap={0}>
          <Text fw={600} size="sm">
            {name}
          </Text>
          <Text ff="monospace" size="xs" style={{ overflowWrap: 'anywhere' }}>
            {identifier}
          </Text>
          {description ? (
            <Text size="sm" c="dimmed" lineClamp={1}>
              {description}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    {
      id: 'scopes',
      title: texts.columns.scopes,
      csv: ({ scopes }) => scopes.map(({ name }) => name).join(' '),
      cell: ({ scopes }) => (
        <Group gap={4}>
          {scopes.map(({ name, displayName }) => (
            <Code key={name} title={displayName ?? name}>
              {name}
            </Code>
          ))}
        </Group>
      ),
    },
    yesNo('agents', texts.columns.agents),
    time('createdAt', texts.columns.created, 'day', { isMinor: true }),
  ],
  nameOf: ({ name }) => name,
  words: texts,
  write: 'oidc.write',
  create: CreateApi,
  createsOnce: true,
  edit: EditApi,
  remove: RemoveApi,
});

/** The resources of the tenant. The name of the file keeps them apart from the resources that lists of the dashboard show. */
export const ApiList = () => (
  <ResourcePage
    of={apis}
    head={{ title: texts.title, text: texts.text, back: { to: 'applications', title: texts.back } }}
  />
);

function RemoveApi({ row: { id, name }, onClose }: OfRow<OidcResource>) {
  const { act, call } = sends({ deleteOidcResource }, { path: { resourceId: id } });
  return <Confirm {...about(texts.remove, name)} typed={name} call={call} act={act} onClose={onClose} />;
}
