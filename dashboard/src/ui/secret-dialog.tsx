import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '../texts/ui.ts';
import { Copy } from './copy.tsx';

/**
 * Shows a secret once. It is kept in the memory of the page only, and the browser asks before it leaves.
 * @param children what to do with it, such as a sample call
 */
export function SecretDialog({
  secret,
  name,
  onClose,
  children,
}: {
  secret: string;
  name: string;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Modal
      opened
      onClose={() => setIsLeaving(true)}
      title={texts.secret.title}
      size="lg"
      centered
      closeOnClickOutside={false}
    >
      <Stack>
        <Text>{texts.secret.text}</Text>
        <Group wrap="nowrap" gap="xs">
          <Code block flex={1} aria-label={name} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {secret}
          </Code>
          <Copy value={secret} label={`${texts.copy}: ${name}`} />
        </Group>
        {children}
        {isLeaving ? (
          <Alert color="orange" role="alert">
            {texts.secret.leave}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          {isLeaving ? (
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
          ) : null}
          <Button onClick={onClose} data-autofocus>
            {texts.secret.saved}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
