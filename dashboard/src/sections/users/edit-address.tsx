import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateUser } from '../../generated/sdk.gen.ts';
import type { User, UserPatch } from '../../generated/types.gen.ts';
import { texts } from '../../texts/users.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { addressFields } from './profile-fields.ts';

/** The address is one value for the service: all of it is sent. */
const bodyOf = (values: Readonly<Record<string, string>>): UserPatch => {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  return { address: filled.length === 0 ? null : Object.fromEntries(filled) };
};

export function EditAddress({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<User>;
  read: () => Promise<Versioned<User> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit<User, Record<string, string>>(opened, ({ address }) =>
    Object.fromEntries(addressFields.map((field) => [field, address?.[field] ?? ''])),
  );
  const { form, base } = edit;
  const path = { userId: opened.data.id };
  return (
    <FormDialog
      title={`${texts.edit}: ${texts.cards.address}`}
      action={texts.save}
      form={form}
      said={texts.saved}
      act={async (values) => (await updateUser({ path, body: bodyOf(values), headers: ifMatch(base) })).data}
      call={(values) => ({ operation: 'updateUser', path, body: bodyOf(values) })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={texts.fields} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
        {addressFields
          .filter((field) => field !== 'formatted')
          .map((field) => (
            <TextInput
              key={field}
              label={texts.fields[field]}
              autoComplete="off"
              {...form.getInputProps(field)}
            />
          ))}
      </SimpleGrid>
      <Textarea label={texts.fields.formatted} autosize minRows={2} {...form.getInputProps('formatted')} />
    </FormDialog>
  );
}
