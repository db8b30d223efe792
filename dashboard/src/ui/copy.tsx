import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { Check, Copy as CopyIcon } from 'lucide-react';
import { texts } from '../texts/ui.ts';

/** A button that copies a text. */
export function Copy({ value, label = texts.copy }: { value: string; label?: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? texts.copied : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'green' : 'gray'}
            size="sm"
            onClick={copy}
            aria-label={copied ? texts.copied : label}
          >
            {copied ? <Check size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** An id or another text for programs, with a button that copies it. */
export function Id({ value, label }: { value: string; label?: string }) {
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex" maw="100%">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <Copy value={value} {...(label ? { label } : {})} />
    </Group>
  );
}
