import {
  Autocomplete,
  Button,
  CloseButton,
  Fieldset,
  Group,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { sendsEntered } from '../../api/sends.ts';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getAttributeSchemaOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { createOidcScope, getOidcScope, updateOidcScope } from '../../generated/sdk.gen.ts';
import type { ClaimMapping, OidcScope } from '../../generated/types.gen.ts';
import { texts } from '../../texts/oidc-scopes.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import type { OfRow } from '../../ui/resource.ts';

const { form: words } = texts;

interface Values extends Record<string, unknown> {
  name: string;
  displayName: string;
  description: string;
  claims: ClaimMapping[];
  isDefault: boolean;
}

const empty: Values = { name: '', displayName: '', description: '', claims: [], isDefault: false };

const valuesOf = ({ name, displayName, description, claims, isDefault }: OidcScope): Values => ({
  name,
  displayName,
  description: description ?? '',
  claims,
  isDefault,
});

const bodyOf = ({ displayName, description, claims, isDefault }: Values) => ({
  displayName,
  description: description === '' ? null : description,
  claims,
  isDefault,
});

/** Without a name, the service shows the scope itself. */
const newBodyOf = (values: Values) => {
  const { displayName, ...body } = bodyOf(values);
  return { name: values.name, ...(displayName === '' ? {} : { displayName }), ...body };
};

export function CreateScope({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({ initialValues: empty });
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={texts.created}
      {...sendsEntered({ createOidcScope }, (values: Values) => ({ body: newBodyOf(values) }))}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        description={words.nameText}
        required
        maxLength={64}
        {...form.getInputProps('name')}
      />
      <Fields form={form} isNew />
    </FormDialog>
  );
}

export function EditScope({ row: { id }, onClose }: OfRow<OidcScope>) {
  const path = { scopeId: id };
  return (
    <ReadFirst query={versioned({ getOidcScope }, { path })} title={texts.edit} onClose={onClose}>
      {(parts) => (
        <EditDialog
          {...parts}
          title={({ name }) => name}
          action={texts.edit}
          said={texts.saved}
          valuesOf={valuesOf}
          titles={words}
          operation={{ updateOidcScope }}
          optionsOf={(values, { base, patch }) => ({
            path: { scopeId: base.data.id },
            body: patch(values, bodyOf(values)),
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
      <TextInput
        label={words.displayName}
        description={isNew ? `${words.displayNameText} ${words.displayNameEmpty}` : words.displayNameText}
        required={!isNew}
        maxLength={100}
        {...form.getInputProps('displayName')}
      />
      <Textarea
        label={words.description}
        description={words.descriptionText}
        autosize
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <Claims form={form} />
      <Switch label={words.isDefault} {...form.getInputProps('isDefault', { type: 'checkbox' })} />
    </>
  );
}

/** Fields of users, as the contract names them. */
const sources = [
  ['id', 'email', 'username', 'firstName', 'lastName', 'displayName', 'nickname', 'title', 'department'],
  ['division', 'organization', 'costCenter', 'employeeNumber', 'managerId', 'phoneNumber', 'locale'],
  ['timezone', 'picture', 'externalId', 'roles', 'groups'],
].flat();

function Claims({ form }: { form: UseFormReturnType<Values> }) {
  const attributes = useAttributes();
  return (
    <Fieldset legend={words.claims}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.claimsText}
        </Text>
        {form.values.claims.map((_, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the place is the name of the fields
          <Group
            key={at}
            role="group"
            aria-label={texts.claim(at + 1)}
            gap="sm"
            align="flex-start"
            wrap="nowrap"
          >
            <TextInput
              flex={1}
              label={words.claim}
              maxLength={128}
              {...form.getInputProps(`claims.${at}.claim`)}
            />
            <Autocomplete
              flex={1}
              label={words.source}
              maxLength={111}
              data={[...sources, ...attributes]}
              comboboxProps={{ withinPortal: false }}
              {...form.getInputProps(`claims.${at}.source`)}
            />
            <CloseButton
              mt={26}
              aria-label={`${words.remove}: ${texts.claim(at + 1)}`}
              onClick={() => form.removeListItem('claims', at)}
            />
          </Group>
        ))}
        {form.values.claims.length > 0 ? (
          <Text size="xs" c="dimmed">
            {words.sourceText}
          </Text>
        ) : null}
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => form.insertListItem('claims', { claim: '', source: '' })}
          >
            {words.add}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** The attributes of users that the tenant has defined, as sources of claims. */
function useAttributes(): string[] {
  const { data } = useQuery({ ...getAttributeSchemaOptions(), enabled: useMay('directory.read') });
  const properties: unknown = data?.schema?.['properties'];
  return typeof properties === 'object' && properties !== null
    ? Object.keys(properties).map((name) => `attributes.${name}`)
    : [];
}
