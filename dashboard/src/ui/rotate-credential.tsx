import { Alert, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { sendsEntered } from '../api/sends.ts';
import { useKeyForm } from '../app/me.ts';
import { rotateCredential } from '../generated/sdk.gen.ts';
import type { RotatedCredential } from '../generated/types.gen.ts';
import { texts } from '../texts/credentials.ts';
import { Countdown } from './countdown.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Samples } from './in-code.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Seconds for which the old secret still works. */
const periods = ['0', '300', '3600', '86400', '604800', '2592000'] as const;

/** Gives a credential a new secret, and shows how long the old one still works. */
export function RotateCredential({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [rotated, setRotated] = useState<RotatedCredential>();
  const form = useForm<{ gracePeriod: string }>({ initialValues: { gracePeriod: '86400' } });
  const path = { id };
  const keyForm = useKeyForm();
  const body = ({ gracePeriod }: typeof form.values) => ({ gracePeriod: Number(gracePeriod) });
  if (rotated)
    return (
      <SecretDialog secret={rotated.credential} name={texts.columns.secret} onClose={onClose}>
        {rotated.previousCredential.status === 'GRACE_PERIOD' ? (
          <Alert color="blue">
            {texts.grace.ends} <Countdown until={rotated.previousCredential.expiresAt} />
          </Alert>
        ) : (
          <Alert color="orange">{texts.grace.ended}</Alert>
        )}
        <Samples call={{ operation: 'verifyCredential', body: { credential: keyForm } }} />
      </SecretDialog>
    );
  return (
    <FormDialog
      title={texts.rotate.title(name)}
      action={texts.rotate.action}
      form={form}
      staysOpen
      {...sendsEntered({ rotateCredential }, (values: typeof form.values) => ({ path, body: body(values) }))}
      onDone={({ data }) => setRotated(data)}
      onClose={onClose}
    >
      <Text>{texts.rotate.text}</Text>
      <Select
        label={texts.rotate.grace}
        allowDeselect={false}
        data={periods.map((value) => ({ value, label: texts.rotate.periods[value] }))}
        {...form.getInputProps('gracePeriod')}
      />
      {form.values.gracePeriod === '0' ? <Alert color="orange">{texts.rotate.atOnce}</Alert> : null}
    </FormDialog>
  );
}
