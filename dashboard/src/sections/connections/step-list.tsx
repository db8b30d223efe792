import { Code, Group, List, Stack, Text } from '@mantine/core';
import type { OurValue, ProductStep } from '../../texts/connection-products.ts';
import { texts } from '../../texts/connection-wizard.ts';
import { Copy, Id } from '../../ui/copy.tsx';

const { step: words } = texts;

/** The steps at a product, with the values to enter there. */
export function StepList({
  steps,
  values,
}: {
  steps: readonly ProductStep[];
  values: Readonly<Record<OurValue, string>>;
}) {
  return (
    <List type="ordered" spacing="sm" size="sm">
      {steps.map((step) => (
        <List.Item key={JSON.stringify(step)}>
          <Step step={step} values={values} />
        </List.Item>
      ))}
    </List>
  );
}

function Step({ step, values }: { step: ProductStep; values: Readonly<Record<OurValue, string>> }) {
  if ('go' in step) return <Named text={words.go} name={step.go} />;
  if ('choose' in step) return <Named text={words.choose} name={step.choose} />;
  if ('assign' in step) return <Named text={words.assign} name={step.assign} />;
  if ('bring' in step) return <Named text={words.bring[step.bring]} name={step.from} />;
  if ('run' in step)
    return (
      <Stack gap={4}>
        {words.run}
        <Group wrap="nowrap" gap={4}>
          <Code style={{ overflowWrap: 'anywhere' }}>{step.run}</Code>
          <Copy value={step.run} />
        </Group>
      </Stack>
    );
  if ('save' in step)
    return (
      <Stack gap={4}>
        {words.save}
        <Id value={values[step.save]} />
      </Stack>
    );
  return (
    <Stack gap={4}>
      <Named text={words.enter} name={step.as} />
      <Id value={values[step.enter]} label={step.as} />
    </Stack>
  );
}

const Named = ({ text, name }: { text: string; name: string }) => (
  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
    {text} <b>{name}</b>
  </Text>
);
