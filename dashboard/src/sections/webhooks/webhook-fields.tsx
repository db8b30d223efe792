import { Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { EventSubscription, WebhookInput, WebhookOrdering } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';
import { EventPicker } from './event-picker.tsx';

/** What a webhook is made of, and what of it may change. */
export interface WebhookValues extends Required<WebhookInput>, Record<string, unknown> {}

export const newWebhook: WebhookValues = { name: '', url: '', events: [], ordering: 'NONE' };

/** A choice of nothing is refused before it is sent. */
export const eventsRule = {
  events: (events: readonly EventSubscription[]) => (events.length === 0 ? texts.picker.needed : null),
};

const orderings: readonly WebhookOrdering[] = ['NONE', 'PER_RESOURCE'];

export function WebhookFields({ form }: { form: UseFormReturnType<WebhookValues> }) {
  const { value, onChange, error } = form.getInputProps('events');
  return (
    <>
      <TextInput
        label={texts.form.name}
        description={texts.form.nameText}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={texts.form.url}
        description={texts.form.urlText}
        placeholder="https://hooks.example.com/keyward"
        type="url"
        required
        maxLength={2048}
        {...form.getInputProps('url')}
      />
      <EventPicker value={value as EventSubscription[]} onChange={onChange} error={error} />
      <Radio.Group label={texts.form.ordering} {...form.getInputProps('ordering')}>
        <Stack gap="xs" mt={6}>
          {orderings.map((one) => (
            <Radio
              key={one}
              value={one}
              label={texts.orderings[one]}
              description={texts.orderingTexts[one]}
            />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}
