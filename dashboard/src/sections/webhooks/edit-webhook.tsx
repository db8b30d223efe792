import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { updateWebhook } from '../../generated/sdk.gen.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Conflict } from '../../ui/conflict.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useEdit } from '../../ui/use-edit.ts';
import { useWebhook } from './use-webhook.ts';
import { eventsRule, type WebhookValues, WebhookFields } from './webhook-fields.tsx';

const valuesOf = ({ name, url, events, ordering }: WebhookWithStats): WebhookValues => ({
  name,
  url,
  events,
  ordering,
});

/** Changes a webhook, unless another user changed it meanwhile. Only changed fields are sent: a new name needs fewer rights than a new URL. */
export function EditWebhook({
  opened,
  onClose,
}: {
  opened: Versioned<WebhookWithStats>;
  onClose: () => void;
}) {
  const { refetch } = useWebhook(opened.data.id);
  const edit = useEdit(opened, valuesOf, eventsRule);
  const { form, base } = edit;
  const path = { id: opened.data.id };
  return (
    <FormDialog
      title={texts.edit.title}
      action={ui.save}
      form={form}
      said={texts.edit.said}
      size="xl"
      act={(values) => updateWebhook({ path, headers: ifMatch(base), body: edit.patch(values, values) })}
      call={(values) => ({ operation: 'updateWebhook', path, body: edit.patch(values, values) })}
      onReload={async () => edit.rebase((await refetch()).data)}
      onClose={onClose}
    >
      <Conflict edit={edit} titles={texts.form} />
      <WebhookFields form={form} />
    </FormDialog>
  );
}
