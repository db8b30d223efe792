import { Alert, Button, Checkbox, Code, List, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import {
  createTestSignIn,
  deleteConnection,
  testConnection,
  updateConnection,
} from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useGo } from '../../ui/use-go.ts';

export type ConnectionAct = 'test' | 'signIn' | 'enable' | 'disable' | 'remove';

/** The buttons of a connection of either protocol. */
export function ConnectionButtons({
  status,
  onChoose,
}: {
  status: string;
  onChoose: (act: ConnectionAct) => void;
}) {
  return (
    <>
      <Button variant="default" onClick={() => onChoose('test')}>
        {texts.actions.test}
      </Button>
      <Button variant="default" onClick={() => onChoose('signIn')}>
        {texts.actions.signIn}
      </Button>
      <Button
        variant={status === 'ACTIVE' ? 'default' : 'filled'}
        onClick={() => onChoose(status === 'ACTIVE' ? 'disable' : 'enable')}
      >
        {status === 'ACTIVE' ? texts.actions.disable : texts.actions.enable}
      </Button>
      <Button variant="subtle" color="red.8" onClick={() => onChoose('remove')}>
        {texts.actions.remove}
      </Button>
    </>
  );
}

interface Parts {
  connection: Versioned<{ id: string; name: string }>;
  act: ConnectionAct;
  onClose: () => void;
}

export function ConnectionDialog({ connection, act, onClose }: Parts) {
  const go = useGo();
  const { id, name } = connection.data;
  const path = { id };
  const headers = ifMatch(connection);
  if (act === 'test') return <Test id={id} onClose={onClose} />;
  if (act === 'signIn') return <TestSignIn id={id} onClose={onClose} />;
  if (act === 'disable') return <Disable connection={connection} onClose={onClose} />;
  const words = texts[act];
  return act === 'remove' ? (
    <Confirm
      title={words.title(name)}
      text={words.text}
      action={texts.actions.remove}
      said={words.said}
      typed={name}
      call={{ operation: 'deleteConnection', path }}
      act={async () => deleteConnection({ path, headers })}
      onClose={onClose}
      onDone={() => go('connections')}
    />
  ) : (
    <Confirm
      title={words.title(name)}
      text={words.text}
      action={texts.actions.enable}
      said={words.said}
      isHarmless
      call={{ operation: 'updateConnection', path, body: { status: 'ACTIVE' } }}
      act={async () => updateConnection({ path, headers, body: { status: 'ACTIVE' } })}
      onClose={onClose}
    />
  );
}

function Disable({ connection, onClose }: Omit<Parts, 'act'>) {
  const { id, name } = connection.data;
  const [revokeSessions, setRevokeSessions] = useState(false);
  const body = { status: 'DISABLED' as const, revokeSessions };
  return (
    <Confirm
      title={texts.disable.title(name)}
      text={texts.disable.text}
      action={texts.actions.disable}
      said={texts.disable.said}
      call={{ operation: 'updateConnection', path: { id }, body }}
      act={async () => updateConnection({ path: { id }, headers: ifMatch(connection), body })}
      onClose={onClose}
    >
      <Checkbox
        label={texts.disable.sessions}
        checked={revokeSessions}
        onChange={({ currentTarget }) => setRevokeSessions(currentTarget.checked)}
      />
    </Confirm>
  );
}

function Test({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['test of a connection', id],
    queryFn: async () => (await testConnection({ path })).data,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <Modal opened onClose={onClose} title={texts.test.title} size="lg">
      <Stack>
        {error ? <Problem error={error} /> : null}
        {data ? (
          <Stack role="status">
            <Alert color={data.status === 'SUCCESS' ? 'green' : 'red'}>
              {data.status === 'SUCCESS' ? texts.test.passed : texts.test.failed}
            </Alert>
            <List spacing="xs">
              {data.checks.map(({ name, ok, detail }) => (
                <List.Item key={name} icon={<Text c={ok ? 'green.8' : 'red.8'}>{ok ? '✓' : '✗'}</Text>}>
                  <Text fw={600} size="sm">
                    {name}
                  </Text>
                  <Text size="sm">{detail}</Text>
                </List.Item>
              ))}
            </List>
          </Stack>
        ) : null}
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {texts.test.again}
        </Button>
        <InCode call={{ operation: 'testConnection', path }} />
      </Stack>
    </Modal>
  );
}

function TestSignIn({ id, onClose }: { id: string; onClose: () => void }) {
  const path = { id };
  const making = useAct(async () => (await createTestSignIn({ path })).data);
  return (
    <Modal opened onClose={onClose} title={texts.signIn.title} size="lg">
      <Stack>
        <Text>{texts.signIn.text}</Text>
        {making.error ? <Problem error={making.error} /> : null}
        {making.data ? <Id value={making.data.url} label={texts.signIn.link} /> : null}
        {making.data ? null : (
          <Button loading={making.isPending} onClick={() => making.mutate(undefined)}>
            {texts.signIn.make}
          </Button>
        )}
        <InCode call={{ operation: 'createTestSignIn', path }} />
      </Stack>
    </Modal>
  );
}

/** A failure of a connection as it was recorded. */
export const Failure = ({ text }: { text: string }) => <Code>{text}</Code>;
