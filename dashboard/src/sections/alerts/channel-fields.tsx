import { Button, Card, Group, PasswordInput, Select, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Plus, Trash2 } from 'lucide-react';
import { texts } from '../../texts/alerts.ts';
import { PickPresentUsers } from '../../ui/pick-user.tsx';
import { type Channel, channelTypes, mostChannels, newChannel, regions } from './channels.ts';
import type { RuleValues } from './rule-form.tsx';

const { channels: words } = texts;

/** The places that the alerts of a rule are sent to. */
export function ChannelFields({ form }: { form: UseFormReturnType<RuleValues> }) {
  const { channels } = form.values;
  return (
    <Stack gap="xs" role="group" aria-label={words.title}>
      <Text fw={600} size="sm">
        {words.title}
      </Text>
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
      {channels.map((channel, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the place is the name of the fields
        <Card
          key={at}
          withBorder
          padding="sm"
          role="group"
          aria-label={`${words.types[channel.type]} ${at + 1}`}
        >
          <Stack gap="xs">
            <Text fw={600} size="sm">
              {words.types[channel.type]}
              {channel.host ? ` · ${channel.host}` : ''}
            </Text>
            <OfType channel={channel} field={(name) => form.getInputProps(`channels.${at}.${name}`)} />
            <Group justify="flex-end">
              <Button
                size="xs"
                variant="subtle"
                color="red.8"
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() => form.removeListItem('channels', at)}
              >
                {words.remove}
              </Button>
            </Group>
          </Stack>
        </Card>
      ))}
      {channels.length < mostChannels ? (
        <Select
          aria-label={words.add}
          placeholder={words.add}
          leftSection={<Plus size={14} aria-hidden />}
          data={channelTypes.map((value) => ({ value, label: words.types[value] ?? value }))}
          value={null}
          onChange={(type) => {
            if (type) form.insertListItem('channels', newChannel(type));
          }}
        />
      ) : null}
    </Stack>
  );
}

type Field = (name: keyof Channel) => ReturnType<UseFormReturnType<RuleValues>['getInputProps']>;

function OfType({ channel: { id, type }, field }: { channel: Channel; field: Field }) {
  const isNew = id === '';
  if (type === 'EMAIL')
    return <PickPresentUsers label={words.users} description={words.usersText} {...field('userIds')} />;
  if (type === 'PAGERDUTY')
    return (
      <>
        <PasswordInput
          label={words.routingKey}
          description={isNew ? words.routingKeyText : words.keepText}
          required={isNew}
          maxLength={32}
          autoComplete="off"
          {...field('routingKey')}
        />
        <Select label={words.region} data={[...regions]} allowDeselect={false} {...field('region')} />
      </>
    );
  return (
    <PasswordInput
      label={words.url}
      description={isNew ? words.urlTexts[type] : words.keepText}
      required={isNew}
      maxLength={2048}
      autoComplete="off"
      {...field('url')}
    />
  );
}
