import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Group } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { GrantRule, PickScopes } from '../../ui/scopes.tsx';

export interface Values extends Record<string, unknown> {
  name: string;
  description: string;
  externalId: string;
  scopes: string[];
}

export const emptyGroup: Values = { name: '', description: '', externalId: '', scopes: [] };

export const valuesOf = ({ name, description, externalId, scopes }: Group): Values => ({
  name,
  description: description ?? '',
  externalId: externalId ?? '',
  scopes,
});

export const bodyOf = ({ name, description, externalId, scopes }: Values) => ({
  name,
  description: description === '' ? null : description,
  externalId: externalId === '' ? null : externalId,
  scopes,
});

/** The fields of a group. Its directory decides the names of a managed one. */
export function GroupFields({
  form,
  isManaged = false,
}: {
  form: UseFormReturnType<Values>;
  isManaged?: boolean;
}) {
  return (
    <>
      {isManaged ? null : (
        <TextInput
          label={texts.fields.name}
          required
          maxLength={100}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
      )}
      <Textarea
        label={texts.fields.description}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <PickScopes
        label={texts.fields.scopes}
        description={texts.hints.scopes}
        {...form.getInputProps('scopes')}
      />
      <GrantRule scopes={form.values.scopes} />
      {isManaged ? null : (
        <TextInput
          label={texts.fields.externalId}
          description={texts.hints.externalId}
          maxLength={256}
          {...form.getInputProps('externalId')}
        />
      )}
    </>
  );
}
