import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Call } from '../api/sends.ts';
import { texts } from '../texts/ui.ts';
import { Confirm } from './confirm.tsx';
import { FactRows } from './facts.tsx';
import { Moment } from './moment.tsx';
import { spokenOpen } from './state.tsx';

interface Words {
  title: string;
  text: string;
  approve: string;
  reject: string;
  approved: string;
  rejected: string;
  approveText: string;
  rejectText: string;
}

interface Decision {
  call: Call;
  act: () => Promise<unknown>;
}

interface Parts {
  words: Words;
  change: {
    reasons: readonly string[];
    changes: readonly { field: string; from?: unknown; to?: unknown }[];
    detectedAt: string;
  };
  /** Undefined if the user may not decide. */
  decisions: { approve: Decision; reject: Decision } | undefined;
  /** What the thing would have after the change. */
  children?: ReactNode;
}

/** A change of published metadata that an administrator must judge. */
export function PendingChangeNotice({ words, change, decisions, children }: Parts) {
  const [dialog, setDialog] = useState<'approve' | 'reject'>();
  const isApproval = dialog === 'approve';
  return (
    <Alert color="orange" title={words.title}>
      <Stack gap="sm">
        <Text size="sm">{words.text}</Text>
        <List size="sm">
          {change.reasons.map((reason) => (
            <List.Item key={reason}>{spokenOpen(reason)}</List.Item>
          ))}
        </List>
        <Text size="sm">
          {texts.pending.detected} <Moment at={change.detectedAt} />
        </Text>
        <FactRows
          rows={change.changes
            .filter(({ field }) => !/certificate/i.test(field))
            .map(({ field, from, to }) => [
              field,
              <Stack key={field} gap={2}>
                <Changed name={texts.pending.from} value={from} />
                <Changed name={texts.pending.to} value={to} />
              </Stack>,
            ])}
        />
        {children}
        {decisions ? (
          <Group gap="sm">
            <Button size="xs" onClick={() => setDialog('approve')}>
              {words.approve}
            </Button>
            <Button size="xs" variant="default" onClick={() => setDialog('reject')}>
              {words.reject}
            </Button>
          </Group>
        ) : null}
      </Stack>
      {dialog && decisions ? (
        <Confirm
          title={words[dialog]}
          text={isApproval ? words.approveText : words.rejectText}
          action={words[dialog]}
          said={isApproval ? words.approved : words.rejected}
          isHarmless={isApproval}
          call={decisions[dialog].call}
          act={decisions[dialog].act}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </Alert>
  );
}

function Changed({ name, value }: { name: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return (
    <Text size="sm">
      {name}{' '}
      {value === null || value === undefined ? (
        texts.none
      ) : (
        <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
      )}
    </Text>
  );
}
