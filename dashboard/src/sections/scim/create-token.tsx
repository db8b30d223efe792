import { Alert, Checkbox, Select, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { sendsEntered } from '../../api/sends.ts';
import { createScimToken } from '../../generated/sdk.gen.ts';
import type {
  ScimPermission,
  ScimProfile,
  ScimTokenInput,
  ScimTokenWithSecret,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fromLocalField } from '../../ui/local-time.ts';
import { GrantRule } from '../../ui/scopes.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { SetUp } from './set-up.tsx';

interface Values extends Record<string, unknown> {
  profile: ScimProfile;
  name: string;
  permissions: ScimPermission[];
  allowedIps: string[];
  expiresAt: string;
}

const permissions = ['users.read', 'users.write', 'groups.read', 'groups.write'] as const;

/** The right that the caller must have for a permission (`createScimToken`). */
const rightFor = (permission: string): string => permission.replace('users.', 'directory.');

const body = ({ profile, name, permissions: given, allowedIps, expiresAt }: Values): ScimTokenInput => {
  const ends = fromLocalField(expiresAt);
  return {
    profile,
    name,
    permissions: given,
    ...(allowedIps.length > 0 ? { allowedIps } : {}),
    ...(ends ? { expiresAt: ends } : {}),
  };
};

/** Makes a token, and shows it once with what to enter in the product. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<ScimTokenWithSecret>();
  const form = useForm<Values>({
    initialValues: {
      profile: 'OKTA',
      name: '',
      permissions: [...permissions],
      allowedIps: [],
      expiresAt: '',
    },
  });
  const { profile, permissions: given } = form.values;
  if (made)
    return (
      <SecretDialog secret={made.token} name={texts.token} onClose={onClose}>
        <SetUp profile={made.profile} isNew />
      </SecretDialog>
    );
  return (
    <FormDialog
      action={texts.create}
      form={form}
      {...sendsEntered({ createScimToken }, (values: typeof form.values) => ({ body: body(values) }))}
      onDone={({ data }) => setMade(data)}
      onClose={onClose}
      staysOpen
    >
      <Select
        label={texts.form.profile}
        allowDeselect={false}
        data-autofocus
        data={Object.entries(texts.profiles).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('profile')}
      />
      {profile === 'GOOGLE' ? <Alert color="orange">{texts.form.google}</Alert> : null}
      <TextInput
        label={texts.form.name}
        description={texts.form.nameText}
        required
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Checkbox.Group
        label={texts.form.permissions}
        description={texts.form.permissionsText}
        {...form.getInputProps('permissions')}
      >
        <SimpleGrid cols={2} mt="xs">
          {permissions.map((permission) => (
            <Checkbox key={permission} value={permission} label={texts.permissions[permission]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <GrantRule scopes={given.map(rightFor)} />
      <TagsInput
        label={texts.form.ips}
        description={texts.form.ipsText}
        {...form.getInputProps('allowedIps')}
      />
      <TextInput
        type="datetime-local"
        label={texts.form.expires}
        description={texts.form.expiresText}
        {...form.getInputProps('expiresAt')}
      />
    </FormDialog>
  );
}
