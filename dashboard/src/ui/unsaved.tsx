import { Alert, Button, Group, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { texts } from '../texts/ui.ts';
import { Dialog } from './dialog.tsx';

/** The question before a form with input is left. */
export interface Leaving {
  isAsked: boolean;
  /** Asks if the form has input, and calls `go` when the user leaves. */
  ask: (go: () => void) => void;
  /** Leaves without the question. */
  leave: (go?: () => void) => void;
  stay: () => void;
  /** The input is saved: what follows may leave. */
  free: () => void;
}

interface Place {
  pathname: string;
  search: unknown;
}

const tabOf = (search: unknown) => (search as { tab?: string }).tab;

/** Filters and pages of a list on the same page are in the address too. Only another page or tab leaves the form. */
const isElsewhere = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname || tabOf(from.search) !== tabOf(to.search);

/**
 * @param isDirty tells whether the form has input that is not saved
 * @param leaves tells whether a change of the address leaves the form
 */
export function useLeaving(
  isDirty: () => boolean,
  leaves: (from: Place, to: Place) => boolean = () => true,
): Leaving {
  const isFree = useRef(false);
  const [then, setThen] = useState<{ go: () => void }>();
  const mustAsk = () => !isFree.current && isDirty();
  // The back button, the command palette and the switch of the environment leave the page too.
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => mustAsk() && leaves(current, next),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  const free = () => {
    isFree.current = true;
  };
  const leave = (go = then?.go) => {
    // What closes the dialog may change the address.
    if (go) free();
    go?.();
    blocker.proceed?.();
  };
  return {
    isAsked: then !== undefined || blocker.status === 'blocked',
    ask: (go) => (mustAsk() ? setThen({ go }) : leave(go)),
    leave,
    stay: () => {
      setThen(undefined);
      blocker.reset?.();
    },
    free,
  };
}

/** The question inside a dialog with a form. */
export function LeaveAlert({ leaving }: { leaving: Leaving }) {
  if (!leaving.isAsked) return null;
  return (
    <Alert color="orange" role="alert" title={texts.unsaved.title}>
      <Text size="sm">{texts.unsaved.text}</Text>
      <Answers leaving={leaving} />
    </Alert>
  );
}

/**
 * Asks before the user leaves a page with input that is not saved. While something is sent whose answer has a secret, another
 * step of the page asks too.
 */
export function UnsavedInput({
  isDirty,
  isSending = () => false,
}: {
  isDirty: boolean;
  isSending?: () => boolean;
}) {
  const leaving = useLeaving(
    () => isDirty || isSending(),
    (from, to) => isSending() || isElsewhere(from, to),
  );
  if (!leaving.isAsked) return null;
  return (
    <Dialog title={texts.unsaved.title} onClose={leaving.stay}>
      <Text>{texts.unsaved.text}</Text>
      <Answers leaving={leaving} />
    </Dialog>
  );
}

function Answers({ leaving }: { leaving: Leaving }) {
  return (
    <Group justify="flex-end" gap="sm" mt="md">
      <Button variant="default" onClick={() => leaving.leave()}>
        {texts.unsaved.leave}
      </Button>
      <Button onClick={leaving.stay} data-autofocus>
        {texts.unsaved.stay}
      </Button>
    </Group>
  );
}
