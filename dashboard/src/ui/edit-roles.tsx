import { updateUser } from '../generated/sdk.gen.ts';
import type { User } from '../generated/types.gen.ts';
import { texts } from '../texts/rights.ts';
import { EditDialog, type Opened } from './edit-dialog.tsx';
import { PickRoles } from './pick-roles.tsx';

/** Changes the roles of a user, within the rights of the user who does it. */
export const EditRoles = (parts: Opened<User>) => (
  <EditDialog
    {...parts}
    title={() => texts.roles.edit}
    said={texts.roles.saved}
    valuesOf={({ roles }) => ({ roles })}
    titles={{ roles: texts.roles.title }}
    operation={{ updateUser }}
    optionsOf={(body, { base }) => ({ path: { userId: base.data.id }, body })}
  >
    {(form) => (
      <PickRoles
        value={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
        error={form.errors['roles']}
      />
    )}
  </EditDialog>
);
