import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { versioned } from '../../api/versioned.ts';
import { createOidcResource, getOidcResource, updateOidcResource } from '../../generated/sdk.gen.ts';
import type { OidcResource } from '../../generated/types.gen.ts';
import { texts as applications } from '../../texts/applications.ts';
import { texts } from '../../texts/oidc-resources.ts';
import { DurationInput } from '../../ui/duration-input.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickClients } from '../../ui/pick-application.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import type { OfRow } from '../../ui/resource.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import { ApiScopes } from './api-scopes.tsx';
import { type ApiValues, bodyOf, empty, valuesOf } from './api-values.ts';

const { form: words } = texts;

export function CreateApi({ onClose }: { onClose: () => void }) {
  const form = useForm<ApiValues>({ initialValues: empty });
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={texts.created}
      {...sendsEntered({ createOidcResource }, (values: ApiValues) => ({
        body: { identifier: values.identifier, ...bodyOf(values) },
      }))}
      onClose={onClose}
    >
      <TextInput
        label={words.identifier}
        description={words.identifierText}
        required
        maxLength={500}
        {...form.getInputProps('identifier')}
      />
      <Fields form={form} />
    </FormDialog>
  );
}

export function EditApi({ row: { id }, onClose }: OfRow<OidcResource>) {
  const path = { resourceId: id };
  return (
    <ReadFirst query={versioned({ getOidcResource }, { path })} title={texts.edit} onClose={onClose}>
      {(parts) => (
        <EditDialog
          {...parts}
          title={({ name }) => name}
          action={texts.edit}
          said={texts.saved}
          valuesOf={valuesOf}
          titles={words}
          operation={{ updateOidcResource }}
          optionsOf={(values, { base, patch }) => ({
            path: { resourceId: base.data.id },
            body: patch(values, bodyOf(values)),
          })}
        >
          {(form) => <Fields form={form} />}
        </EditDialog>
      )}
    </ReadFirst>
  );
}

function Fields({ form }: { form: UseFormReturnType<ApiValues> }) {
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameText}
        required
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={words.description}
        description={words.descriptionText}
        autosize
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <ApiScopes form={form} />
      <Switch
        label={words.agents}
        description={words.agentsText}
        {...form.getInputProps('agents', { type: 'checkbox' })}
      />
      <Switch
        label={texts.everyClient}
        checked={form.values.clients === null}
        onChange={({ currentTarget }) => form.setFieldValue('clients', currentTarget.checked ? null : [])}
      />
      {form.values.clients === null ? null : (
        <PickClients label={words.clients} {...form.getInputProps('clients')} />
      )}
      <PickClients
        label={words.servedBy}
        description={words.servedByText}
        {...form.getInputProps('servedBy')}
      />
      <DurationInput
        label={words.accessTokenTtl}
        description={words.accessTokenTtlText}
        {...form.getInputProps('accessTokenTtl')}
      />
      <Select
        label={words.accessTokenFormat}
        allowDeselect={false}
        data={choicesOf(applications.tokenFormats)}
        {...form.getInputProps('accessTokenFormat')}
      />
    </>
  );
}
