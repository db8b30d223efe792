import { Button, Group, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { sends, sendsEntered } from '../../api/sends.ts';
import { createSetupLink, listSetupLinks, revokeSetupLink } from '../../generated/sdk.gen.ts';
import type { SetupLink, SetupLinkInput } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { state, time } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourceActs, ResourceFilters, ResourceTable, useResource } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { SetupLinkFacts } from './setup-link-facts.tsx';

const { links: words } = texts;
const secondsOfADay = 86_400;

const setupLinks = resource({
  list: { listSetupLinks },
  pages: byPage,
  filters: [
    {
      name: 'status',
      title: words.columns.state,
      values: ['PENDING', 'OPENED', 'FINISHED', 'EXPIRED', 'REVOKED'],
    },
  ],
  name: texts.tabs.links,
  columns: [
    { id: 'name', title: words.columns.name, csv: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'domains',
      title: words.columns.domains,
      csv: ({ domains }) => domains.join(' '),
      cell: ({ domains, provedDomains }) => words.proved(provedDomains.length, domains.length),
    },
    state('status', words.columns.state),
    time('openedAt', words.columns.opened, 'relative', { isMinor: true }),
    time('expiresAt', words.columns.expires, 'relative'),
  ],
  nameOf: ({ name }) => name,
  words,
  write: 'federation.write',
  create: CreateSetupLink,
  rowActs: {
    buttons: (link, open, may) => (
      <Group gap={4} wrap="nowrap">
        <Button size="compact-sm" variant="light" onClick={() => open(SetupLinkFacts, link)}>
          {words.open}
        </Button>
        {may && (link.status === 'PENDING' || link.status === 'OPENED') ? (
          <Button size="compact-sm" variant="subtle" color="red.8" onClick={() => open(Revoke, link)}>
            {words.revoke.action}
          </Button>
        ) : null}
      </Group>
    ),
  },
});

export function SetupLinks() {
  const shown = useResource(setupLinks);
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" maw={720}>
          {words.text}
        </Text>
        <Group gap="sm">
          <ResourceActs shown={shown} />
        </Group>
      </Group>
      <ResourceFilters shown={shown} />
      <ResourceTable shown={shown}>{null}</ResourceTable>
    </>
  );
}

const Revoke = ({ row: { id, name }, onClose }: OfRow<SetupLink>) => (
  <Confirm
    {...about(words.revoke, name)}
    {...sends({ revokeSetupLink }, { path: { id } })}
    onClose={onClose}
  />
);

function CreateSetupLink({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string>();
  const form = useForm({
    initialValues: { name: '', domains: [] as string[], type: '', days: 7 as number | string },
  });
  const body = ({ name, domains, type, days }: typeof form.values): SetupLinkInput => ({
    domains,
    ...(name ? { name } : {}),
    ...(type ? { type: type as SetupLinkInput['type'] } : {}),
    expiresInSeconds: Number(days) * secondsOfADay,
  });
  if (url !== undefined) return <SecretDialog secret={url} name={words.made} onClose={onClose} />;
  return (
    <FormDialog
      action={words.create}
      form={form}
      staysOpen
      {...sendsEntered({ createSetupLink }, (values: typeof form.values) => ({ body: body(values) }))}
      onDone={({ data: made }) => setUrl(made.url)}
      onClose={onClose}
    >
      <TextInput
        label={words.form.name}
        description={words.form.nameText}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TagsInput label={words.form.domains} required {...form.getInputProps('domains')} />
      <Select
        label={words.form.type}
        data={[
          { value: '', label: words.form.any },
          { value: 'OIDC', label: 'OpenID Connect' },
          { value: 'SAML', label: 'SAML' },
        ]}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <NumberInput label={words.form.days} min={1} max={30} {...form.getInputProps('days')} />
    </FormDialog>
  );
}
