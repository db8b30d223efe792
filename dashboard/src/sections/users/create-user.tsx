import { Checkbox, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { getAttributeSchemaOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { createUser } from '../../generated/sdk.gen.ts';
import type { UserInput, UserRole } from '../../generated/types.gen.ts';
import { texts as attributeTexts } from '../../texts/attributes.ts';
import { texts } from '../../texts/users.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fromLocalField } from '../../ui/local-time.ts';
import { PickRoles } from '../../ui/pick-roles.tsx';
import { useGo } from '../../ui/use-go.ts';
import { AttributeFields } from './attribute-fields.tsx';

interface Values extends Record<string, unknown> {
  email: string;
  emailVerified: boolean;
  displayName: string;
  way: 'invite' | 'none' | 'password';
  password: string;
  roles: UserRole[];
  expiresAt: string;
  attributes: Record<string, unknown>;
}

const body = ({
  email,
  emailVerified,
  displayName,
  way,
  password,
  roles,
  expiresAt,
  attributes,
}: Values): UserInput => ({
  email,
  ...(emailVerified ? { emailVerified } : {}),
  ...(displayName ? { displayName } : {}),
  ...(roles.length > 0 ? { roles } : {}),
  ...(way === 'password' ? { password } : {}),
  ...(way === 'none' ? { sendInvite: false } : {}),
  ...(expiresAt ? { expiresAt: fromLocalField(expiresAt) } : {}),
  ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
});

/** Adds a user: with an invitation, with a password, or for an identity provider. */
export function CreateUser({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const isJson = useRef(true);
  const schema = useQuery(getAttributeSchemaOptions());
  const form = useForm<Values>({
    initialValues: {
      email: '',
      emailVerified: false,
      displayName: '',
      way: 'invite',
      password: '',
      roles: ['MEMBER'],
      expiresAt: '',
      attributes: {},
    },
    validate: { attributes: () => (isJson.current ? null : attributeTexts.notJson) },
  });
  const { way, attributes, roles } = form.values;
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={way === 'invite' ? texts.invited : texts.created}
      act={async (values) => (await createUser({ body: body(values) })).data}
      call={(values) => ({
        operation: 'createUser',
        body: { ...body(values), ...(values.way === 'password' ? { password: '…' } : {}) },
      })}
      onDone={({ id }) => go(`users/${id}`)}
      onClose={onClose}
    >
      <TextInput
        type="email"
        label={texts.form.email}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <Checkbox
        label={texts.form.emailVerified}
        description={texts.form.emailVerifiedText}
        {...form.getInputProps('emailVerified', { type: 'checkbox' })}
      />
      <TextInput label={texts.form.displayName} autoComplete="off" {...form.getInputProps('displayName')} />
      <Radio.Group label={texts.form.way} {...form.getInputProps('way')}>
        <Stack gap="xs" mt={6}>
          {(['invite', 'none', 'password'] as const).map((one) => (
            <Radio
              key={one}
              value={one}
              label={texts.form.ways[one][0]}
              description={texts.form.ways[one][1]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {way === 'password' ? (
        <PasswordInput
          label={texts.form.password}
          description={texts.form.passwordText}
          required
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      ) : null}
      <PickRoles
        value={roles}
        onChange={(chosen) => form.setFieldValue('roles', chosen)}
        error={form.errors['roles']}
      />
      <TextInput
        type="datetime-local"
        label={texts.form.leaves}
        description={texts.form.leavesText}
        {...form.getInputProps('expiresAt')}
      />
      {schema.data?.schema ? (
        <AttributeFields
          schema={schema.data.schema}
          value={attributes}
          onChange={(value) => form.setFieldValue('attributes', value)}
          onValid={(isValid) => {
            isJson.current = isValid;
          }}
          errors={form.errors}
        />
      ) : null}
    </FormDialog>
  );
}
