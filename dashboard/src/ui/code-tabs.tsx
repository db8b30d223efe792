import { Code, Group, Tabs } from '@mantine/core';
import { Copy } from './copy.tsx';

/** The same in several languages, each with a button that copies it. */
export function CodeTabs({ samples }: { samples: readonly { label: string; source: string }[] }) {
  return (
    <Tabs defaultValue="0" keepMounted={false}>
      <Tabs.List>
        {samples.map(({ label }, at) => (
          <Tabs.Tab key={label} value={String(at)}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map(({ label, source }, at) => (
        <Tabs.Panel key={label} value={String(at)} pt="sm">
          <Group wrap="nowrap" align="flex-start" gap="xs">
            <Code block flex={1} tabIndex={0} style={{ overflow: 'auto', maxHeight: '50vh' }}>
              {source}
            </Code>
            <Copy value={source} />
          </Group>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
