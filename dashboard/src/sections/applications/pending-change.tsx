import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { approveServiceProviderChange, rejectServiceProviderChange } from '../../generated/sdk.gen.ts';
import type { PendingChange } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { spoken } from '../../ui/state.tsx';

const { pending: words } = texts;

/** A change of metadata that an administrator must judge. */
export function PendingChangeNotice({
  spId,
  change,
  mayWrite,
}: {
  spId: string;
  change: PendingChange;
  mayWrite: boolean;
}) {
  const [dialog, setDialog] = useState<'approve' | 'reject'>();
  const path = { spId };
  const body = { changeId: change.id };
  const isApproval = dialog === 'approve';
  return (
    <Alert color="orange" title={words.title}>
      <Stack gap="sm">
        <Text size="sm">{words.text}</Text>
        <List size="sm">
          {change.reasons.map((reason) => (
            <List.Item key={reason}>{spoken(reason)}</List.Item>
          ))}
        </List>
        <Code block tabIndex={0}>
          {JSON.stringify(change.changes, null, 2)}
        </Code>
        {mayWrite ? (
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
      {dialog ? (
        <Confirm
          title={words[dialog]}
          text={isApproval ? words.approveText : words.rejectText}
          action={words[dialog]}
          said={isApproval ? words.approved : words.rejected}
          isHarmless={isApproval}
          call={{
            operation: isApproval ? 'approveServiceProviderChange' : 'rejectServiceProviderChange',
            path,
            body,
          }}
          act={async (): Promise<unknown> =>
            isApproval
              ? approveServiceProviderChange({ path, body })
              : rejectServiceProviderChange({ path, body })
          }
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </Alert>
  );
}
