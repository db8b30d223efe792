import { Button, Loader, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CodeXml } from 'lucide-react';
import type { Call } from '../api/sends.ts';
import { useSession } from '../app/me.ts';
import { texts } from '../texts/ui.ts';
import { CodeTabs } from './code-tabs.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

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
  const { me } = useSession();
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
        {texts.inCodeText(me.environment)}
      </Text>
      <CodeTabs samples={data} />
    </Stack>
  );
}
