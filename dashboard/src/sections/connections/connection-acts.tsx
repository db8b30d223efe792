import { Button, Checkbox, Code } from '@mantine/core';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { ifMatch, type Versioned } from '../../api/versioned.ts';
import { deleteConnection, updateConnection } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useGo } from '../../ui/use-go.ts';
import { Checks } from './checks.tsx';
import { TestSignIn } from './test-step.tsx';

export type ConnectionAct = 'test' | 'signIn' | 'enable' | 'disable' | 'remove';

/** The buttons of a connection of either protocol. */
export function ConnectionButtons({
  status,
  isDraft = false,
  onChoose,
}: {
  status: string;
  /** Whether the identity provider is not known yet: there is nothing to test or to enable. */
  isDraft?: boolean;
  onChoose: (act: ConnectionAct) => void;
}) {
  return (
    <>
      {isDraft ? null : (
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
        </>
      )}
      <Button variant="subtle" color="red.8" onClick={() => onChoose('remove')}>
        {texts.actions.remove}
      </Button>
    </>
  );
}

interface Parts {
  connection: Versioned<{ id: string; name: string }>;
  act: ConnectionAct;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}

export function ConnectionDialog({ connection, act, read, onClose }: Parts) {
  const go = useGo();
  const { id, name } = connection.data;
  const path = { id };
  const headers = ifMatch(connection);
  if (act === 'test') return <Test id={id} onClose={onClose} />;
  if (act === 'signIn') return <TestSignInDialog id={id} onClose={onClose} />;
  if (act === 'disable') return <Disable connection={connection} read={read} onClose={onClose} />;
  const words = texts[act];
  return act === 'remove' ? (
    <Confirm
      title={words.title(name)}
      text={words.text}
      action={texts.actions.remove}
      said={words.said}
      typed={name}
      {...sends({ deleteConnection }, { path, headers })}
      onReload={read}
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
      {...sends({ updateConnection }, { path, body: { status: 'ACTIVE' }, headers })}
      onReload={read}
      onClose={onClose}
    />
  );
}

function Disable({ connection, read, onClose }: Omit<Parts, 'act'>) {
  const { id, name } = connection.data;
  const [revokeSessions, setRevokeSessions] = useState(false);
  const body = { status: 'DISABLED' as const, revokeSessions };
  return (
    <Confirm
      title={texts.disable.title(name)}
      text={texts.disable.text}
      action={texts.actions.disable}
      said={texts.disable.said}
      {...sends({ updateConnection }, { path: { id }, body, headers: ifMatch(connection) })}
      onReload={read}
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
  return (
    <Dialog onClose={onClose} title={texts.test.title} size="lg">
      <Checks id={id} />
    </Dialog>
  );
}

function TestSignInDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={texts.signIn.title} size="xl">
      <TestSignIn id={id} />
    </Dialog>
  );
}

/** A failure of a connection as it was recorded. */
export const Failure = ({ text }: { text: string }) => <Code>{text}</Code>;
