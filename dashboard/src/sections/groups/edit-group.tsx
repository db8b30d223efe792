import { updateGroup } from '../../generated/sdk.gen.ts';
import type { Group } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { bodyOf, GroupFields, valuesOf } from './group-form.tsx';

/** Changes a group, unless another user changed it meanwhile. */
export const EditGroup = (parts: Opened<Group>) => (
  <EditDialog
    {...parts}
    title={({ name }) => texts.editTitle(name)}
    action={texts.save}
    said={texts.saved}
    valuesOf={valuesOf}
    titles={texts.fields}
    operation={{ updateGroup }}
    optionsOf={(values, { base, patch }) => ({
      path: { groupId: base.data.id },
      body: patch(values, bodyOf(values)),
    })}
  >
    {(form, { base }) => <GroupFields form={form} isManaged={base.data.source === 'SCIM'} />}
  </EditDialog>
);
