import {
  Card,
  MultiSelect,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/access.ts';
import { DurationInput } from '../../ui/duration-input.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import type { PolicyForm } from './condition-kinds.tsx';
import { ConditionList } from './condition-list.tsx';
import { TryDraft } from './try-draft.tsx';

const { form: words } = texts;

/**
 * The fields of a policy, on its page.
 * @param inPlaceOf the policy that is changed
 */
export function PolicyFields({ form, inPlaceOf }: { form: PolicyForm; inPlaceOf?: string }) {
  const maySimulate = useMay('conditional_access.simulate');
  return (
    <>
      <Card withBorder padding="lg">
        <Stack>
          <Title order={2} size="h4">
            {words.policy}
          </Title>
          <TextInput
            label={words.name}
            required
            autoComplete="off"
            autoFocus={inPlaceOf === undefined}
            {...form.getInputProps('name')}
          />
          <Textarea label={words.description} autosize {...form.getInputProps('description')} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput
              label={words.priority}
              description={
                inPlaceOf === undefined ? `${words.priorityText} ${words.proposed}` : words.priorityText
              }
              required
              allowDecimal={false}
              {...form.getInputProps('priority')}
            />
            <Select
              label={words.status}
              mt="auto"
              data={choicesOf(texts.statuses)}
              allowDeselect={false}
              {...form.getInputProps('status')}
            />
          </SimpleGrid>
        </Stack>
      </Card>
      <ConditionList form={form} />
      <Decision form={form} />
      {maySimulate ? <TryDraft values={form.values} inPlaceOf={inPlaceOf} /> : null}
    </>
  );
}

function Decision({ form }: { form: PolicyForm }) {
  return (
    <Card withBorder padding="lg">
      <Stack>
        <Title order={2} size="h4">
          {words.decision}
        </Title>
        <SegmentedControl
          aria-label={words.decision}
          data={choicesOf(texts.decisions)}
          {...form.getInputProps('decision')}
        />
        {form.values.decision === 'REQUIRE' ? (
          <MultiSelect
            label={words.requirements}
            data={choicesOf(texts.requirements)}
            {...form.getInputProps('requirements')}
          />
        ) : null}
        <Title order={3} size="h5">
          {words.session}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <DurationInput
            label={words.maxAge}
            description={words.maxAgeText}
            {...form.getInputProps('maxAgeSeconds')}
          />
          <Switch
            mt="lg"
            label={words.persistent}
            {...form.getInputProps('endsIdle', { type: 'checkbox' })}
          />
        </SimpleGrid>
      </Stack>
    </Card>
  );
}
