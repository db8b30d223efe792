import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateIdentity } from '../../generated/sdk.gen.ts';
import type { Identity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { metadataRule } from '../../ui/metadata.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { bodyOf, IdentityFields, type IdentityValues, valuesOf } from './identity-form.tsx';

/** Changes an identity, unless another user changed it meanwhile. */
export function EditIdentity({
  opened,
  read,
  onClose,
}: {
  opened: Versioned<Identity>;
  read: () => Promise<Versioned<Identity> | undefined>;
  onClose: () => void;
}) {
  const edit = useEdit(opened, valuesOf, { metadata: metadataRule });
  const { form, base } = edit;
  const path = { id: base.data.id };
  const change = (values: IdentityValues) => edit.patch(values, bodyOf(values, base.data.metadata));
  return (
    <FormDialog
      title={texts.edit.title(base.data.name)}
      action={ui.save}
      form={form}
      said={texts.edit.said}
      act={(values) => updateIdentity({ path, headers: ifMatch(base), body: change(values) })}
      call={(values) => ({ operation: 'updateIdentity', path, body: change(values) })}
      onReload={async () => edit.rebase(await read())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={texts.fields} />
      <IdentityFields form={form} />
    </FormDialog>
  );
}
