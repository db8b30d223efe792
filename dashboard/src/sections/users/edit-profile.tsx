import { Autocomplete, SimpleGrid, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateUser } from '../../generated/sdk.gen.ts';
import type { User, UserPatch } from '../../generated/types.gen.ts';
import { texts } from '../../texts/users.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { useEdit } from '../../ui/use-edit.ts';
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
  opened,
  read,
  onClose,
}: {
  card: ProfileCard;
  fields: readonly ProfileField[];
  opened: Versioned<User>;
  read: () => Promise<Versioned<User> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit<User, Record<string, string>>(opened, (user) =>
    Object.fromEntries(fields.map((field) => [field, user[field] ?? ''])),
  );
  const { form, base } = edit;
  const body = (values: Record<string, string>) => patchOf(edit.patch(values, values));
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const path = { userId: opened.data.id };
  return (
    <FormDialog
      title={`${texts.edit}: ${texts.cards[card]}`}
      action={texts.save}
      form={form}
      said={texts.saved}
      act={async (values) => (await updateUser({ path, body: body(values), headers: ifMatch(base) })).data}
      call={(values) => ({ operation: 'updateUser', path, body: body(values) })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={texts.fields} />
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
    </FormDialog>
  );
}
