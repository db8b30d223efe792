import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { refusalOf } from '../api/refusal.ts';
import type { Call } from '../api/sends.ts';
import { texts } from '../texts/ui.ts';
import { Dialog } from './dialog.tsx';
import { InCode } from './in-code.tsx';
import { Problem } from './problem.tsx';
import { useAct } from './use-act.ts';
import { useReload } from './use-reload.ts';

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
  /** Reads the newest version after a conflict. The texts and the version of the next try are those of that version. */
  onReload?: () => Promise<unknown>;
}

/** Returns the words of a dialog about one thing. */
export const about = (
  {
    title,
    text,
    action,
    said,
  }: { title: (name: string) => string; text: string; action: string; said: string },
  name: string,
) => ({ title: title(name), text, action, said });

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
  onReload,
}: Parts) {
  const [word, setWord] = useState('');
  const [isReloaded, setIsReloaded] = useState(false);
  const acting = useAct(act, {
    ...(said ? { said } : {}),
    onDone: () => {
      onClose();
      onDone?.();
    },
  });
  const { reload, isReloading } = useReload(async () => {
    await onReload?.();
    setIsReloaded(true);
  }, acting);
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
          {acting.error ? (
            <Problem
              isChange
              error={acting.error}
              onRetry={onReload && refusalOf(acting.error).status === 412 ? () => void reload() : undefined}
            />
          ) : null}
          {isReloaded ? (
            <Alert color="blue" title={texts.conflict.title} role="status">
              {texts.conflict.again}
            </Alert>
          ) : null}
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
                disabled={isReloading || !isReady || (typed !== undefined && word !== typed)}
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
