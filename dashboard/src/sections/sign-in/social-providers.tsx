import { Group } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { deleteSocialProvider, listSocialProviders } from '../../generated/sdk.gen.ts';
import type { SocialProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { inWords, plain, yesNo } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourceActs, ResourceTable, useResource } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';
import { State } from '../../ui/state.tsx';
import { CreateSocialProvider, EditSocialProvider } from './social-provider-form.tsx';

const { social: words } = texts;

const socialProviders = resource({
  list: { listSocialProviders },
  pages: byPage,
  name: words.title,
  columns: [
    plain('name', words.columns.name),
    inWords('provider', words.columns.provider, words.kinds),
    {
      id: 'state',
      title: words.columns.state,
      csv: ({ enabled }) => String(enabled),
      cell: ({ enabled }) => <State value={enabled ? 'ENABLED' : 'DISABLED'} />,
    },
    yesNo('allowSignUp', words.columns.signUp, { isMinor: true }),
    {
      id: 'callback',
      title: words.columns.callback,
      isMinor: true,
      csv: ({ callbackUrl }) => callbackUrl,
      cell: ({ callbackUrl }) => <Id value={callbackUrl} />,
    },
  ],
  nameOf: ({ name }) => name,
  words,
  write: 'auth_config.write',
  create: CreateSocialProvider,
  createsOnce: true,
  edit: EditSocialProvider,
  remove: RemoveSocialProvider,
});

export function SocialProviders() {
  const shown = useResource(socialProviders);
  return (
    <>
      <Group justify="flex-end" mb="md">
        <ResourceActs shown={shown} />
      </Group>
      <ResourceTable shown={shown} />
    </>
  );
}

function RemoveSocialProvider({ row: { id, name }, onClose }: OfRow<SocialProvider>) {
  return (
    <Confirm
      {...about(words.remove, name)}
      typed={name}
      {...sends({ deleteSocialProvider }, { path: { providerId: id } })}
      onClose={onClose}
    />
  );
}
