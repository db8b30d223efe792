import { Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { sendsEntered } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { rotateWebhookSecret } from '../../generated/sdk.gen.ts';
import type { WebhookWithSecret, WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Recipes } from './recipes.tsx';

/** Makes a new signing secret, which the old one overlaps for a while. */
export function RotateWebhookSecret({
  of,
  read,
  onClose,
}: {
  of: Versioned<WebhookWithStats>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const [made, setMade] = useState<WebhookWithSecret>();
  const form = useForm<{ gracePeriod: string | null }>({ initialValues: { gracePeriod: '86400' } });
  const path = { id: of.data.id };
  const body = ({ gracePeriod }: typeof form.values) => ({ gracePeriod: Number(gracePeriod) });
  if (made)
    return (
      <SecretDialog
        secret={made.signingSecret}
        name={texts.signingSecret}
        text={texts.secretText}
        onClose={onClose}
      >
        <Stack gap="xs">
          {made.previousSecretExpiresAt ? (
            <Text size="sm">
              {texts.details.oldSecret}: <Moment at={made.previousSecretExpiresAt} />
            </Text>
          ) : null}
          <Text size="sm">{texts.verifyNext}</Text>
          <Recipes />
        </Stack>
      </SecretDialog>
    );
  return (
    <FormDialog
      title={texts.rotate.title}
      action={texts.actions.rotate}
      form={form}
      staysOpen
      {...sendsEntered({ rotateWebhookSecret }, (values: typeof form.values) => ({
        path,
        body: body(values),
        headers: ifMatch(of),
      }))}
      onDone={({ data }) => setMade(data)}
      onReload={read}
      onClose={onClose}
    >
      <Text>{texts.rotate.text}</Text>
      <Select
        label={texts.rotate.overlap}
        description={texts.rotate.leaked}
        data={texts.rotate.overlaps}
        allowDeselect={false}
        {...form.getInputProps('gracePeriod')}
      />
    </FormDialog>
  );
}
