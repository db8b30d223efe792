import { updateWebhook } from '../../generated/sdk.gen.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { EditDialog, type Opened } from '../../ui/edit-dialog.tsx';
import { useWebhook } from './use-webhook.ts';
import { eventsRule, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

const valuesOf = ({ name, url, events, ordering }: WebhookWithStats): WebhookValues => ({
  name,
  url,
  events,
  ordering,
});

/** Changes a webhook, unless another user changed it meanwhile. Only changed fields are sent: a new name needs fewer rights than a new URL. */
export function EditWebhook({ opened, onClose }: Opened<WebhookWithStats>) {
  const { refetch } = useWebhook(opened.data.id);
  return (
    <EditDialog
      opened={opened}
      read={async () => (await refetch()).data}
      onClose={onClose}
      title={() => texts.edit.title}
      said={texts.edit.said}
      size="xl"
      valuesOf={valuesOf}
      validate={eventsRule}
      titles={texts.form}
      operation={{ updateWebhook }}
      optionsOf={(values, { base, patch }) => ({
        path: { id: base.data.id },
        body: patch(values, values),
      })}
    >
      {(form) => <WebhookFields form={form} />}
    </EditDialog>
  );
}
