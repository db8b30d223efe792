import { Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sendsEntered } from '../../api/sends.ts';
import { listGroupsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { addGroupMembers } from '../../generated/sdk.gen.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/rights.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { GrantRule } from '../../ui/scopes.tsx';

/** Adds a user to a group that no directory manages. */
export function AddToGroup({ user, onClose }: { user: User; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const { data } = useQuery({
    ...listGroupsOptions({ query: { limit: 20, sort: 'name', ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const { accepted, guards, field } = useLockout();
  const form = useForm<{ groupId: string | null }>({
    initialValues: { groupId: null },
    validate: { groupId: (value) => (value === null ? texts.groups.choose : null) },
  });
  const inAlready = new Set(user.groups?.map(({ id }) => id));
  const groups = data?.data ?? [];
  const chosen = groups.find(({ id }) => id === form.values.groupId);
  return (
    <FormDialog
      action={texts.groups.add}
      form={form}
      said={texts.groups.added}
      {...guards(
        sendsEntered({ addGroupMembers }, ({ groupId }: typeof form.values) => ({
          path: { groupId: groupId ?? '' },
          body: { userId: user.id, ...accepted },
        })),
      )}
      onClose={onClose}
    >
      <Select
        label={texts.groups.pick}
        required
        searchable
        data-autofocus
        onSearchChange={setTyped}
        filter={({ options }) => options}
        data={groups.map(({ id, name, source }) => ({
          value: id,
          label: source === 'SCIM' ? `${name} (${texts.groups.managed})` : name,
          disabled: source === 'SCIM' || inAlready.has(id),
        }))}
        {...form.getInputProps('groupId')}
      />
      {chosen ? <GrantRule scopes={chosen.scopes} /> : null}
      {field}
    </FormDialog>
  );
}
