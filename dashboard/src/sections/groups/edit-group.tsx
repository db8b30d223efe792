import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateGroup } from '../../generated/sdk.gen.ts';
import type { Group } from '../../generated/types.gen.ts';
import { texts } from '../../texts/groups.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { bodyOf, GroupFields, valuesOf } from './group-form.tsx';

/** Changes a group, unless another user changed it meanwhile. */
export function EditGroup({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<Group>;
  read: () => Promise<Versioned<Group> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit(opened, valuesOf);
  const { form, base } = edit;
  const path = { groupId: base.data.id };
  return (
    <FormDialog
      title={texts.editTitle(base.data.name)}
      action={texts.save}
      form={form}
      said={texts.saved}
      act={(values) =>
        updateGroup({ path, headers: ifMatch(base), body: edit.patch(values, bodyOf(values)) })
      }
      call={(values) => ({ operation: 'updateGroup', path, body: edit.patch(values, bodyOf(values)) })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={texts.fields} />
      <GroupFields form={form} isManaged={base.data.source === 'SCIM'} />
    </FormDialog>
  );
}
