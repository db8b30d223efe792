import { Loader, MultiSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listUsersOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { addGroupMembers } from '../../generated/sdk.gen.ts';
import type { Group } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { GrantRule } from '../../ui/scopes.tsx';
import { useLockout } from '../../ui/lockout.tsx';

interface Choice {
  value: string;
  label: string;
}

/** Adds several users at once. The service searches for them. */
export function AddMembers({ group, onClose }: { group: Group; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const { accepted, guarded, field } = useLockout();
  const { data, isFetching } = useQuery({
    ...listUsersOptions({ query: { limit: 20, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  const form = useForm<{ userIds: string[] }>({
    initialValues: { userIds: [] },
    validate: { userIds: ({ length }) => (length === 0 ? texts.members.choose : null) },
  });
  const found = (data?.data ?? [])
    .filter(({ status }) => status !== 'DEPROVISIONED')
    .map(({ id, displayName, email, username }) => ({
      value: id,
      label: displayName ? `${displayName} (${email ?? username})` : (email ?? username),
    }));
  // Those that were chosen in an earlier search keep their names.
  const known = [...chosen.filter(({ value }) => !found.some((one) => one.value === value)), ...found];
  const path = { groupId: group.id };
  return (
    <FormDialog
      title={texts.members.add}
      action={texts.members.add}
      form={form}
      said={texts.members.added}
      act={(values) => guarded((more) => addGroupMembers({ path, body: { ...values, ...more } }))}
      call={(values) => ({ operation: 'addGroupMembers', path, body: { ...values, ...accepted } })}
      onClose={onClose}
    >
      <MultiSelect
        label={texts.members.pick}
        description={texts.members.pickText}
        required
        searchable
        data-autofocus
        onSearchChange={setTyped}
        // The service has filtered.
        filter={({ options }) => options}
        rightSection={isFetching ? <Loader size={14} /> : undefined}
        data={known}
        {...form.getInputProps('userIds')}
        onChange={(userIds) => {
          form.setFieldValue('userIds', userIds);
          setChosen(known.filter(({ value }) => userIds.includes(value)));
        }}
      />
      <GrantRule scopes={group.scopes} />
      {field}
    </FormDialog>
  );
}
