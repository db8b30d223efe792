import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts/ui.ts';
import { type Call, InCode } from './in-code.tsx';
import { Problem } from './problem.tsx';
import { useAct } from './use-act.ts';

interface Parts {
  title: string;
  /** What is lost. */
  text: string;
  action: string;
  /** The word to type first, for what cannot be undone. */
  typed?: string;
  act: () => Promise<unknown>;
  said?: string;
  /** The same call in code. */
  call?: Call;
  onClose: () => void;
  onDone?: () => void;
  children?: ReactNode;
  isHarmless?: boolean;
  /** False while it is not known what would be done. */
  isReady?: boolean;
  size?: string;
}

/** Asks before something is lost, and does it. */
export function Confirm({
  title,
  text,
  action,
  typed,
  act,
  said,
  call,
  onClose,
  onDone,
  children,
  isHarmless = false,
  isReady = true,
  size = 'md',
}: Parts) {
  const [word, setWord] = useState('');
  const acting = useAct(act, {
    ...(said ? { said } : {}),
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <Dialog onClose={onClose} title={title} size={size} centered isBusy={acting.isPending}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          acting.mutate(undefined);
        }}
      >
        <Stack>
          <Text>{text}</Text>
          {children}
          {typed ? (
            <TextInput
              label={texts.typeToConfirm(typed)}
              value={word}
              onChange={({ currentTarget }) => setWord(currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          ) : null}
          {acting.error ? <Problem error={acting.error} /> : null}
          <Group justify="space-between">
            {call ? <InCode call={call} /> : <span />}
            <Group gap="sm">
              <Button variant="default" onClick={onClose} disabled={acting.isPending}>
                {texts.cancel}
              </Button>
              <Button
                type="submit"
                color={isHarmless ? 'teal' : 'red.8'}
                loading={acting.isPending}
                disabled={!isReady || (typed !== undefined && word !== typed)}
              >
                {action}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
