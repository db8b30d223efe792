import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateOidcConnection, updateSamlConnection } from '../../generated/sdk.gen.ts';
import type { ConnectionAttributeMapping, GroupMapping } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { FieldRows } from './field-rows.tsx';
import { GroupRows } from './group-rows.tsx';
import { type FieldRow, mappingOf, rowsOf } from './mapping-rows.ts';
import type { Protocol } from './product-steps.ts';

const { mappings: words } = texts;

interface Mapped {
  id: string;
  attributeMapping: ConnectionAttributeMapping;
  groupMapping: GroupMapping[];
}

export interface MappingParts {
  connection: Versioned<Mapped>;
  protocol: Protocol;
  onReload: () => Promise<Versioned<Mapped> | undefined>;
}

interface Values extends Record<string, unknown> {
  attributeMapping: FieldRow[];
  groupMapping: GroupMapping[];
}

/** Changes the mappings of a connection, row by row. */
export function EditMappings({
  connection,
  protocol,
  onReload,
  onClose,
}: MappingParts & { onClose: () => void }) {
  const edit = useEdit<Mapped, Values>(
    connection,
    ({ attributeMapping, groupMapping }) => ({ attributeMapping: rowsOf(attributeMapping), groupMapping }),
    {
      attributeMapping: (rows) => {
        const names = rows.map(({ field }) => field);
        return new Set(names).size === names.length ? null : words.twice;
      },
    },
  );
  const { form, base } = edit;
  const path = { id: base.data.id };
  const bodyOf = (values: Values) =>
    edit.patch(values, {
      attributeMapping: mappingOf(values.attributeMapping),
      groupMapping: values.groupMapping,
    });
  return (
    <FormDialog
      title={words.edit}
      action={words.save}
      form={form}
      size="xl"
      said={texts.saved}
      act={async (values) => {
        const options = { path, body: bodyOf(values), headers: ifMatch(base) };
        return protocol === 'SAML' ? updateSamlConnection(options) : updateOidcConnection(options);
      }}
      call={(values) => ({
        operation: protocol === 'SAML' ? 'updateSamlConnection' : 'updateOidcConnection',
        path,
        body: bodyOf(values),
      })}
      onReload={async () => edit.rebase(await onReload())}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={words.fields} />
      <FieldRows
        rows={form.values.attributeMapping}
        onChange={(rows) => form.setFieldValue('attributeMapping', rows)}
        error={form.errors['attributeMapping']}
      />
      <GroupRows
        rows={form.values.groupMapping}
        onChange={(rows) => form.setFieldValue('groupMapping', rows)}
        error={form.errors['groupMapping']}
      />
    </FormDialog>
  );
}
