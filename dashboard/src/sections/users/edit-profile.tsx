import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { updateUser } from '../../generated/sdk.gen.ts';
import type { User, UserPatch } from '../../generated/types.gen.ts';
import { texts } from '../../texts/users.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import type { ProfileCard, ProfileField } from './profile-fields.ts';

/** These are never cleared: a user has a user name, and an address is replaced. */
const isKept = (name: string): boolean => name === 'email' || name === 'username';

const patchOf = (changed: Readonly<Record<string, unknown>>): UserPatch =>
  Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, value === '' && !isKept(name) ? null : value]),
  );

/** A directory may have written a text of its own as the manager. The picker cannot show such a text. */
const mayPick = (managerId: string | undefined): boolean => !managerId || managerId.startsWith('usr_');

/** Edits one card of the profile. Only what was changed is sent. */
export function EditProfile({
  card,
  fields,
  ...parts
}: Opened<User> & { card: ProfileCard; fields: readonly ProfileField[] }) {
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  return (
    <EditDialog
      {...parts}
      title={() => `${texts.edit}: ${texts.cards[card]}`}
      action={texts.save}
      said={texts.saved}
      valuesOf={(user): Record<string, string> =>
        Object.fromEntries(fields.map((field) => [field, user[field] ?? '']))
      }
      titles={texts.fields}
      operation={{ updateUser }}
      optionsOf={(values, { base, patch }) => ({
        path: { userId: base.data.id },
        body: patchOf(patch(values, values)),
      })}
    >
      {(form) => (
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
          {fields.map((field, at) => {
            const common = {
              label: texts.fields[field],
              description: texts.hints[field],
              inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
                | 'label'
                | 'input'
                | 'description'
                | 'error'
              )[],
              autoComplete: 'off',
              ...(at === 0 ? { 'data-autofocus': true } : {}),
              ...form.getInputProps(field),
            };
            return field === 'timezone' ? (
              <Autocomplete key={field} data={zones} limit={30} {...common} />
            ) : field === 'managerId' && mayPick(form.values[field]) ? (
              <PickUser
                key={field}
                {...common}
                value={form.values[field] || null}
                onChange={(id) => form.setFieldValue(field, id ?? '')}
              />
            ) : (
              <TextInput key={field} type={field === 'email' ? 'email' : 'text'} {...common} />
            );
          })}
        </SimpleGrid>
      )}
    </EditDialog>
  );
}
