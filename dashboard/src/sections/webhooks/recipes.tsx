import { Code, Group, Stack, Tabs, Text } from '@mantine/core';
import { recipes } from '../../generated/recipes.ts';
import { texts } from '../../texts/webhooks.ts';
import { Copy } from '../../ui/copy.tsx';
import { standardPython, standardTypescript } from './standard-webhooks.ts';

interface Block {
  language: string;
  source: string;
}

interface Recipe {
  label: string;
  text: string;
  blocks: readonly Block[];
}

// Each takes the secret from the environment of the receiver, so that no real secret is ever part of a sample.
const all: readonly Recipe[] = [
  {
    label: 'TypeScript',
    text: texts.recipes.typescript,
    blocks: [{ language: 'TypeScript', source: recipes.typescript }],
  },
  { label: 'Python', text: texts.recipes.python, blocks: [{ language: 'Python', source: recipes.python }] },
  {
    label: 'Standard Webhooks',
    text: texts.recipes.standard,
    blocks: [
      { language: 'TypeScript', source: standardTypescript },
      { language: 'Python', source: standardPython },
    ],
  },
  {
    label: texts.recipes.bareTitle,
    text: texts.recipes.bare,
    blocks: [
      { language: 'TypeScript', source: recipes.bareTypescript },
      { language: 'Python', source: recipes.barePython },
    ],
  },
];

/** How a receiver verifies a signature, by language and library. */
export function Recipes() {
  return (
    <Tabs defaultValue={all[0]?.label ?? ''} keepMounted={false}>
      <Tabs.List>
        {all.map(({ label }) => (
          <Tabs.Tab key={label} value={label}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {all.map(({ label, text, blocks }) => (
        <Tabs.Panel key={label} value={label} pt="sm">
          <Stack gap="xs">
            <Text size="sm" c="dimmed">
              {text}
            </Text>
            {blocks.map(({ language, source }) => (
              <Group key={language} wrap="nowrap" align="flex-start" gap="xs">
                <Code block flex={1} tabIndex={0} style={{ overflow: 'auto', maxHeight: '24rem' }}>
                  {source}
                </Code>
                <Copy value={source} />
              </Group>
            ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
