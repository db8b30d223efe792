import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { addGroupMembers } from '../../generated/sdk.gen.ts';
import type { Group } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { PickPresentUsers } from '../../ui/pick-user.tsx';
import { GrantRule } from '../../ui/scopes.tsx';

/** Adds several users at once. The service searches for them. */
export function AddMembers({ group, onClose }: { group: Group; onClose: () => void }) {
  const { accepted, guards, field } = useLockout();
  const form = useForm<{ userIds: string[] }>({
    initialValues: { userIds: [] },
    validate: { userIds: ({ length }) => (length === 0 ? texts.members.choose : null) },
  });
  return (
    <FormDialog
      action={texts.members.add}
      form={form}
      said={texts.members.added}
      {...guards(
        sendsEntered({ addGroupMembers }, (values: typeof form.values) => ({
          path: { groupId: group.id },
          body: { ...values, ...accepted },
        })),
      )}
      onClose={onClose}
    >
      <PickPresentUsers
        label={texts.members.pick}
        description={texts.members.pickText}
        required
        data-autofocus
        {...form.getInputProps('userIds')}
      />
      <GrantRule scopes={group.scopes} />
      {field}
    </FormDialog>
  );
}
