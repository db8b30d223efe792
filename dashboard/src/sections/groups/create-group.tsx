import { useForm } from '@mantine/form';
import { sendsEntered } from '../../api/sends.ts';
import { createGroup } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/groups.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useGo } from '../../ui/use-go.ts';
import { bodyOf, emptyGroup, GroupFields, type Values } from './group-form.tsx';

export function CreateGroup({ onClose }: { onClose: () => void }) {
  const go = useGo();
  const form = useForm<Values>({ initialValues: emptyGroup });
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={texts.created}
      {...sendsEntered({ createGroup }, (values: typeof form.values) => ({ body: bodyOf(values) }))}
      onDone={({ data: { id } }) => go(`groups/${id}`)}
      onClose={onClose}
    >
      <GroupFields form={form} />
    </FormDialog>
  );
}
