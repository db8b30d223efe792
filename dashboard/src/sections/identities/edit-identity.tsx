import { updateIdentity } from '../../generated/sdk.gen.ts';
import type { Identity } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { metadataRule } from '../../ui/metadata.tsx';
import { bodyOf, IdentityFields, valuesOf } from './identity-form.tsx';

/** Changes an identity, unless another user changed it meanwhile. */
export const EditIdentity = (parts: Opened<Identity>) => (
  <EditDialog
    {...parts}
    title={({ name }) => texts.edit.title(name)}
    said={texts.edit.said}
    valuesOf={valuesOf}
    validate={{ metadata: metadataRule }}
    titles={texts.fields}
    operation={{ updateIdentity }}
    optionsOf={(values, { base, patch }) => ({
      path: { id: base.data.id },
      body: patch(values, bodyOf(values, base.data.metadata)),
    })}
  >
    {(form) => <IdentityFields form={form} />}
  </EditDialog>
);
