import { Button, Code, Group, Loader, Stack, Tabs, Text } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CodeXml } from 'lucide-react';
import { texts } from '../texts/ui.ts';
import { Copy } from './copy.tsx';
import { Problem } from './problem.tsx';

/** A call of the API: an operation of the contract, and its values. */
export interface Call {
  /** The operationId. */
  operation: string;
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A button that shows a call as curl, TypeScript and Python. */
export function InCode({ call }: { call: Call }) {
  const [shown, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<CodeXml size={15} aria-hidden />}
        onClick={open}
      >
        {texts.inCode}
      </Button>
      {shown ? (
        <Dialog onClose={close} title={texts.inCode} size="xl">
          <Samples call={call} />
        </Dialog>
      ) : null}
    </>
  );
}

/** The samples of a call in a frame of their own. */
export function Samples({ call }: { call: Call }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['samples', call],
    // The contract and the writers of samples are loaded when they are asked for.
    queryFn: async () => (await import('./samples.ts')).samplesOf(call),
    staleTime: Infinity,
    // A body may have a password, which is not kept after the dialog.
    gcTime: 0,
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loader size="sm" />;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {texts.inCodeText}
      </Text>
      <Tabs defaultValue={data[0]?.label ?? ''} keepMounted={false}>
        <Tabs.List>
          {data.map(({ label }) => (
            <Tabs.Tab key={label} value={label}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {data.map(({ label, source }) => (
          <Tabs.Panel key={label} value={label} pt="sm">
            <Group wrap="nowrap" align="flex-start" gap="xs">
              <Code block flex={1} tabIndex={0} style={{ overflow: 'auto', maxHeight: '50vh' }}>
                {source}
              </Code>
              <Copy value={source} />
            </Group>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
