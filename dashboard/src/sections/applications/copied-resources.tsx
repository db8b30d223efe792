import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { sendsEntered } from '../../api/sends.ts';
import type { ifMatch } from '../../api/versioned.ts';
import { updateOidcClient } from '../../generated/sdk.gen.ts';
import type { OidcClient } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';

const { copied: words } = texts;

/** Says that an upgrade filled in the APIs that a client is, and has the administrator confirm or clear them. */
export function CopiedResources({
  client,
  headers,
  read,
}: {
  client: OidcClient;
  headers: ReturnType<typeof ifMatch>;
  /** Reads the newest version. */
  read: () => Promise<unknown>;
}) {
  const path = { clientId: client.clientId };
  const change = sendsEntered({ updateOidcClient }, (servedResources: string[]) => ({
    path,
    headers,
    body: { servedResources },
  }));
  const act = useAct(change.act, { said: texts.saved, onDone: () => void read() });
  return (
    <Alert color="orange" title={words.title}>
      <Stack gap="sm">
        <Text size="sm">{words.text}</Text>
        <List size="sm">
          {client.servedResources.map((one) => (
            <List.Item key={one}>{one}</List.Item>
          ))}
        </List>
        {act.error ? <Problem error={act.error} onRetry={() => void read()} /> : null}
        <Group gap="sm">
          <Button loading={act.isPending} onClick={() => act.mutate(client.servedResources)}>
            {words.confirm}
          </Button>
          <Button variant="default" disabled={act.isPending} onClick={() => act.mutate([])}>
            {words.clear}
          </Button>
          <InCode call={change.call(client.servedResources)} />
        </Group>
      </Stack>
    </Alert>
  );
}
