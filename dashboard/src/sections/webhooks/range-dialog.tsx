import { Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Call } from '../../api/sends.ts';
import type { Redelivery, ReplayRange } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fromLocalField, toLocalField } from '../../ui/local-time.ts';
import { useStop } from '../../ui/use-stop.ts';

interface Parts {
  title: string;
  text: string;
  action: string;
  /** Offered as the start. */
  since: string | undefined;
  act: (range: ReplayRange) => Promise<Redelivery>;
  call: (range: ReplayRange) => Call;
  onClose: () => void;
}

/** Does something for all events of a time. One call does a thousand at most, so calls follow until none is left. */
export function RangeDialog({ title, text, action, since, act, call, onClose }: Parts) {
  const { begin, stop } = useStop();
  const [count, setCount] = useState<number>();
  const form = useForm({
    initialValues: { since: toLocalField(since ?? null), until: '' },
    validate: {
      since: (value) => (value === '' ? texts.range.needed : null),
      until: (value, values) => (value !== '' && value <= values.since ? texts.range.order : null),
    },
  });
  const range = (values: typeof form.values): ReplayRange => ({
    since: fromLocalField(values.since) ?? '',
    ...(values.until ? { until: fromLocalField(values.until) ?? '' } : {}),
  });
  return (
    <FormDialog
      title={title}
      action={action}
      form={form}
      act={async (values) => {
        // The end is fixed, so that events that happen meanwhile do not lengthen the work.
        const body = { until: new Date().toISOString(), ...range(values) };
        const isStopped = begin();
        let done = 0;
        for (;;) {
          const { deliveries, hasMore } = await act(body);
          done += deliveries;
          setCount(done);
          if (!hasMore || deliveries === 0 || isStopped()) return done;
        }
      }}
      call={(values) => call(range(values))}
      onDone={(done) =>
        notifications.show(
          done === 0
            ? { message: texts.recover.none, color: 'blue' }
            : { message: texts.recover.done(done), color: 'green' },
        )
      }
      onClose={onClose}
      onStop={stop}
    >
      <Text>{text}</Text>
      <Group grow align="flex-start">
        <TextInput
          type="datetime-local"
          label={texts.range.since}
          required
          data-autofocus
          {...form.getInputProps('since')}
        />
        <TextInput
          type="datetime-local"
          label={texts.range.until}
          description={texts.range.untilText}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('until')}
        />
      </Group>
      {count === undefined ? null : <Text role="status">{texts.range.progress(count)}</Text>}
    </FormDialog>
  );
}
