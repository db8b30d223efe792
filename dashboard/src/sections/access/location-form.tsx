import { SegmentedControl, Switch, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { versioned } from '../../api/versioned.ts';
import { createNamedLocation, getNamedLocation, updateNamedLocation } from '../../generated/sdk.gen.ts';
import type { NamedLocation, NamedLocationType } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickCountries } from '../../ui/pick-country.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import type { OfRow } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';

const { locations: words } = texts;

interface Values extends Record<string, unknown> {
  name: string;
  type: NamedLocationType;
  ipRanges: string[];
  countries: string[];
  isTrusted: boolean;
  includeUnknown: boolean;
}

const empty: Values = {
  name: '',
  type: 'IP',
  ipRanges: [],
  countries: [],
  isTrusted: false,
  includeUnknown: false,
};

const valuesOf = ({ name, type, ipRanges, countries, isTrusted, includeUnknown }: NamedLocation): Values => ({
  name,
  type,
  ipRanges,
  countries,
  isTrusted,
  includeUnknown,
});

const bodyOf = ({ name, type, ipRanges, countries, isTrusted, includeUnknown }: Values) => ({
  name,
  isTrusted,
  ...(type === 'IP' ? { ipRanges } : { countries, includeUnknown }),
});

export function CreateLocation({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ initialValues: empty });
  return (
    <FormDialog
      action={words.create}
      form={form}
      said={words.saved}
      {...sendsEntered({ createNamedLocation }, (values: Values) => ({
        body: { ...bodyOf(values), type: values.type },
      }))}
      onClose={onClose}
    >
      <Fields form={form} isNew />
    </FormDialog>
  );
}

export function EditLocation({ row: { id }, onClose }: OfRow<NamedLocation>) {
  const path = { id };
  return (
    <ReadFirst query={versioned({ getNamedLocation }, { path })} title={words.edit} onClose={onClose}>
      {(parts) => (
        <EditDialog
          {...parts}
          title={({ name }) => name}
          said={words.saved}
          valuesOf={valuesOf}
          titles={{
            name: words.form.name,
            ipRanges: words.form.ipRanges,
            countries: words.form.countries,
            isTrusted: words.form.trusted,
            includeUnknown: words.form.unknown,
          }}
          operation={{ updateNamedLocation }}
          optionsOf={(values, { base, patch }, accepted) => ({
            path: { id: base.data.id },
            body: { ...patch(values, bodyOf(values)), ...accepted },
          })}
        >
          {(form) => <Fields form={form} />}
        </EditDialog>
      )}
    </ReadFirst>
  );
}

function Fields({ form, isNew = false }: { form: UseFormReturnType<Values>; isNew?: boolean }) {
  return (
    <>
      <TextInput label={words.form.name} required {...form.getInputProps('name')} />
      {isNew ? (
        <SegmentedControl
          aria-label={words.form.type}
          data={choicesOf(words.types)}
          {...form.getInputProps('type')}
        />
      ) : null}
      {form.values.type === 'IP' ? (
        <TagsInput label={words.form.ipRanges} {...form.getInputProps('ipRanges')} />
      ) : (
        <>
          <PickCountries label={words.form.countries} {...form.getInputProps('countries')} />
          <Switch
            label={words.form.unknown}
            {...form.getInputProps('includeUnknown', { type: 'checkbox' })}
          />
        </>
      )}
      <Switch label={words.form.trusted} {...form.getInputProps('isTrusted', { type: 'checkbox' })} />
    </>
  );
}
