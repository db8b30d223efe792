import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { sendsEntered } from '../../api/sends.ts';
import { createAccessPass } from '../../generated/sdk.gen.ts';
import type { AccessPass as Made, User } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-security.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';

const hour = 3600;

/** Makes a pass, and shows it once. */
export function AccessPass({ user, onClose }: { user: User; onClose: () => void }) {
  const [pass, setPass] = useState<Made>();
  const form = useForm({ initialValues: { seconds: String(hour) } });
  const path = { userId: user.id };
  const body = ({ seconds }: typeof form.values) => ({ expiresInSeconds: Number(seconds) });
  if (pass)
    return (
      <SecretDialog secret={pass.accessPass} name={texts.pass.name} onClose={onClose}>
        <Text>{texts.pass.give}</Text>
        <Text>
          {texts.pass.until} <Moment at={pass.expiresAt} />
        </Text>
      </SecretDialog>
    );
  return (
    <FormDialog
      action={texts.pass.create}
      form={form}
      {...sendsEntered({ createAccessPass }, (values: typeof form.values) => ({ path, body: body(values) }))}
      onDone={({ data }) => setPass(data)}
      onClose={onClose}
      staysOpen
    >
      <Text>{texts.pass.text}</Text>
      <Stack gap={6}>
        <Text size="sm" fw={500} id="pass-ends">
          {texts.pass.ends}
        </Text>
        <SegmentedControl
          aria-labelledby="pass-ends"
          data={[0.25, 1, 4, 8].map((hours) => ({
            value: String(hours * hour),
            label: texts.pass.hours(hours),
          }))}
          {...form.getInputProps('seconds')}
        />
      </Stack>
      <Text size="sm" c="dimmed">
        {texts.pass.note}
      </Text>
    </FormDialog>
  );
}
