import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { updateUser } from '../../generated/sdk.gen.ts';
import type { User, UserPatch } from '../../generated/types.gen.ts';
import { texts } from '../../texts/users.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { addressFields } from './profile-fields.ts';

/** The address is one value for the service: all of it is sent. */
const bodyOf = (values: Readonly<Record<string, string>>): UserPatch => {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  return { address: filled.length === 0 ? null : Object.fromEntries(filled) };
};

export const EditAddress = (parts: Opened<User>) => (
  <EditDialog
    {...parts}
    title={() => `${texts.edit}: ${texts.cards.address}`}
    action={texts.save}
    said={texts.saved}
    valuesOf={({ address }): Record<string, string> =>
      Object.fromEntries(addressFields.map((field) => [field, address?.[field] ?? '']))
    }
    titles={texts.fields}
    operation={{ updateUser }}
    optionsOf={(values, { base }) => ({ path: { userId: base.data.id }, body: bodyOf(values) })}
  >
    {(form) => (
      <>
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
      </>
    )}
  </EditDialog>
);
