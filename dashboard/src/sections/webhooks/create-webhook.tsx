import { Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { sendsEntered } from '../../api/sends.ts';
import { createWebhook } from '../../generated/sdk.gen.ts';
import type { WebhookWithSecret } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { useGo } from '../../ui/use-go.ts';
import { Recipes } from './recipes.tsx';
import { eventsRule, newWebhook, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

/** Creates a webhook, shows its secret once, and leads to its page. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<WebhookWithSecret>();
  const [isSaved, setIsSaved] = useState(false);
  const go = useGo();
  // After the dialog of the secret is gone: while it is open, it holds up each way out of the page.
  useEffect(() => {
    if (!made || !isSaved) return;
    onClose();
    go(`webhooks/${made.id}`);
  }, [made, isSaved, onClose, go]);
  const form = useForm<WebhookValues>({
    initialValues: newWebhook,
    validate: eventsRule,
  });
  if (isSaved) return null;
  if (made)
    return (
      <SecretDialog
        secret={made.signingSecret}
        name={texts.signingSecret}
        text={texts.secretText}
        onClose={() => setIsSaved(true)}
      >
        <Stack gap="xs">
          <Text size="sm">{texts.verifyNext}</Text>
          <Recipes />
        </Stack>
      </SecretDialog>
    );
  return (
    <FormDialog
      action={texts.create}
      form={form}
      said={texts.created}
      size="xl"
      staysOpen
      {...sendsEntered({ createWebhook }, (body: typeof form.values) => ({ body }))}
      onDone={({ data }) => setMade(data)}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
