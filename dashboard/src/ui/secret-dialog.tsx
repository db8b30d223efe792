import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { Dialog } from './dialog.tsx';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { texts } from '../texts/ui.ts';
import { Copy } from './copy.tsx';

/**
 * Shows a secret once. It is kept in the memory of the page only, and the dialog asks before the user leaves.
 * @param children what to do with it, such as a sample call
 */
export function SecretDialog({
  secret,
  name,
  text = texts.secret.text,
  onClose,
  children,
}: {
  secret: string;
  name: string;
  /** How the service keeps it, where that is not a hash. */
  text?: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [isLeaving, setIsLeaving] = useState(false);
  // The back button and the command palette leave the page too.
  const leaving = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true, withResolver: true });
  const isAsking = isLeaving || leaving.status === 'blocked';
  const leave = () => {
    onClose();
    leaving.proceed?.();
  };
  return (
    <Dialog
      onClose={() => setIsLeaving(true)}
      title={texts.secret.title}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>{text}</Text>
        <SecretText secret={secret} name={name} />
        {children}
        {isAsking ? (
          <Alert color="orange" role="alert">
            {texts.secret.leave}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          {isAsking ? (
            <Button variant="default" onClick={leave}>
              {texts.secret.close}
            </Button>
          ) : null}
          <Button onClick={leave} data-autofocus>
            {texts.secret.saved}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A secret with a button that copies it. */
export function SecretText({ secret, name }: { secret: string; name: string }) {
  return (
    <Group wrap="nowrap" gap="xs">
      <Code block flex={1} aria-label={name} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        {secret}
      </Code>
      <Copy value={secret} label={`${texts.copy}: ${name}`} />
    </Group>
  );
}
