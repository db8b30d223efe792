import { ifMatch, type Versioned } from '../api/versioned.ts';
import { updateUser } from '../generated/sdk.gen.ts';
import type { User } from '../generated/types.gen.ts';
import { texts } from '../texts/rights.ts';
import { texts as ui } from '../texts/ui.ts';
import { Conflict } from './conflict.tsx';
import { FormDialog } from './form-dialog.tsx';
import { PickRoles } from './pick-roles.tsx';
import { useEdit } from './use-edit.ts';

/** Changes the roles of a user, within the rights of the user who does it. */
export function EditRoles({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<User>;
  read: () => Promise<Versioned<User> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit(opened, ({ roles }) => ({ roles }));
  const { form, base } = edit;
  const path = { userId: opened.data.id };
  return (
    <FormDialog
      title={texts.roles.edit}
      action={ui.save}
      form={form}
      said={texts.roles.saved}
      act={async (body) => (await updateUser({ path, body, headers: ifMatch(base) })).data}
      call={(body) => ({ operation: 'updateUser', path, body })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={{ roles: texts.roles.title }} />
      <PickRoles
        value={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
        error={form.errors['roles']}
      />
    </FormDialog>
  );
}
