import { Text } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { approveSamlConnectionChange, rejectSamlConnectionChange } from '../../generated/sdk.gen.ts';
import type { ConnectionPendingChange } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { PendingChangeNotice } from '../../ui/pending-change.tsx';
import { CertificateTable } from './certificates.tsx';

interface Parts {
  id: string;
  change: ConnectionPendingChange;
  mayWrite: boolean;
}

export function ConnectionPendingChangeNotice({ id, change, mayWrite }: Parts) {
  const options = { path: { id }, body: { changeId: change.id } };
  const decisions = {
    approve: sends({ approveSamlConnectionChange }, options),
    reject: sends({ rejectSamlConnectionChange }, options),
  };
  return (
    <PendingChangeNotice words={texts.pending} change={change} decisions={mayWrite ? decisions : undefined}>
      {change.certificates.length > 0 ? (
        <>
          <Text size="sm">{texts.pending.certificates}</Text>
          <CertificateTable certificates={change.certificates} />
        </>
      ) : null}
    </PendingChangeNotice>
  );
}
