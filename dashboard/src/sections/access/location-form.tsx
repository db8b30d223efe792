import { SegmentedControl, Switch, TagsInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { ifMatch, type Versioned, versioned } from '../../api/versioned.ts';
import { getNamedLocationOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { createNamedLocation, getNamedLocation, updateNamedLocation } from '../../generated/sdk.gen.ts';
import type { NamedLocation, NamedLocationType } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { PickCountries } from '../../ui/pick-country.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { useEdit } from '../../ui/use-edit.ts';

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
  const body = (values: Values) => ({ ...bodyOf(values), type: values.type });
  return (
    <FormDialog
      title={words.create}
      action={words.create}
      form={form}
      said={words.saved}
      act={(values) => createNamedLocation({ body: body(values) })}
      call={(values) => ({ operation: 'createNamedLocation', body: body(values) })}
      onClose={onClose}
    >
      <Fields form={form} isNew />
    </FormDialog>
  );
}

export function EditLocation({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id };
  return (
    <ReadFirst
      query={versioned(getNamedLocationOptions({ path }), (more) => getNamedLocation({ path, ...more }))}
      title={words.edit}
      onClose={onClose}
    >
      {(opened, read) => <Edit opened={opened} read={read} onClose={onClose} />}
    </ReadFirst>
  );
}

function Edit({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<NamedLocation>;
  read: () => Promise<Versioned<NamedLocation> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit(opened, valuesOf);
  const { form, base } = edit;
  const { accepted, guarded, field } = useLockout();
  const path = { id: base.data.id };
  const change = (values: Values) => edit.patch(values, bodyOf(values));
  return (
    <FormDialog
      title={base.data.name}
      action={ui.save}
      form={form}
      said={words.saved}
      act={(values) =>
        guarded((more) =>
          updateNamedLocation({ path, body: { ...change(values), ...more }, headers: ifMatch(base) }),
        )
      }
      call={(values) => ({
        operation: 'updateNamedLocation',
        path,
        body: { ...change(values), ...accepted },
      })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict
        edit={edit}
        titles={{
          name: words.form.name,
          ipRanges: words.form.ipRanges,
          countries: words.form.countries,
          isTrusted: words.form.trusted,
          includeUnknown: words.form.unknown,
        }}
      />
      <Fields form={form} />
      {field}
    </FormDialog>
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
