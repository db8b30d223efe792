import { Text } from '@mantine/core';
import { sends } from '../../api/sends.ts';
import { approveServiceProviderChange, rejectServiceProviderChange } from '../../generated/sdk.gen.ts';
import type { PendingChange } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { CertificateList } from '../../ui/certificate-list.tsx';
import { PendingChangeNotice } from '../../ui/pending-change.tsx';

interface Parts {
  spId: string;
  change: PendingChange;
  mayWrite: boolean;
}

export function ApplicationPendingChangeNotice({ spId, change, mayWrite }: Parts) {
  const options = { path: { spId }, body: { changeId: change.id } };
  const decisions = {
    approve: sends({ approveServiceProviderChange }, options),
    reject: sends({ rejectServiceProviderChange }, options),
  };
  return (
    <PendingChangeNotice words={texts.pending} change={change} decisions={mayWrite ? decisions : undefined}>
      {change.certificates.length > 0 ? (
        <>
          <Text size="sm" fw={600}>
            {texts.pending.certificates}
          </Text>
          <CertificateList certificates={change.certificates} />
        </>
      ) : null}
    </PendingChangeNotice>
  );
}
