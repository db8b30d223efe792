import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getCredentialUsageOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getCredential } from '../../generated/sdk.gen.ts';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Outcomes } from '../../ui/outcomes.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { State } from '../../ui/state.tsx';
import { Usage, useUsageDays } from '../../ui/usage.tsx';
import { CredentialDialogs, type Dialog } from './credential-dialogs.tsx';
import { CredentialFacts } from './credential-facts.tsx';
import { Whose } from './whose.tsx';

export function CredentialPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const { data, error, refetch } = useQuery(versioned({ getCredential }, { path }));
  const [dialog, setDialog] = useState<Dialog>();
  const again = useCallback(() => void refetch(), [refetch]);
  if (error && !data) return <Problem error={error} onRetry={again} />;
  if (!data) return <PageWaiting />;
  const credential = data.data;
  return (
    <Stack gap="lg">
      <PageHead
        title={credential.name}
        back={{ to: 'credentials', title: texts.title }}
        beside={<State value={credential.status} />}
      >
        <InCode call={{ operation: 'getCredential', path }} />
        <Actions credential={credential} onChoose={setDialog} />
      </PageHead>
      <Notices credential={credential} onEnd={again} />
      <Whose credential={credential} />
      <CredentialFacts credential={credential} />
      <CredentialUse id={id} />
      <RecentChanges id={id} />
      <CredentialDialogs
        credential={data}
        dialog={dialog}
        read={async () => (await refetch()).data}
        onClose={() => setDialog(undefined)}
      />
    </Stack>
  );
}

/** Why the credential does not work, or what ends soon. */
function Notices({ credential, onEnd }: { credential: Credential; onEnd: () => void }) {
  const { previousSecret, statusReason, status, expiresAt } = credential;
  const endsSoon =
    status === 'ACTIVE' && expiresAt !== null && Date.parse(expiresAt) - Date.now() < 7 * 86_400_000;
  return (
    <>
      {statusReason ? (
        <Alert color={statusReason === 'LEAKED' ? 'red' : 'orange'} title={texts.reasonTitle}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {texts.reasons[statusReason as keyof typeof texts.reasons] ?? statusReason}
          </Text>
        </Alert>
      ) : null}
      {previousSecret ? (
        <Alert color="blue" title={texts.grace.title}>
          {texts.grace.ends} <Countdown until={previousSecret.expiresAt} onEnd={onEnd} />
        </Alert>
      ) : null}
      {endsSoon ? (
        <Alert color="orange" title={texts.endsSoon}>
          {texts.endsIn} <Countdown until={expiresAt} onEnd={onEnd} />
        </Alert>
      ) : null}
    </>
  );
}

function Actions({
  credential: { status },
  onChoose,
}: {
  credential: Credential;
  onChoose: (dialog: Dialog) => void;
}) {
  const mayWrite = useMay('credentials.write');
  const mayRotate = useMay('credentials.rotate');
  const mayRevoke = useMay('credentials.revoke');
  const works = status === 'ACTIVE' || status === 'SUSPENDED';
  return (
    <>
      {mayRotate && status === 'ACTIVE' ? (
        <Button onClick={() => onChoose('rotate')}>{texts.rotate.action}</Button>
      ) : null}
      {mayWrite && works ? (
        <Button variant="default" onClick={() => onChoose('edit')}>
          {texts.edit.action}
        </Button>
      ) : null}
      {mayRevoke && status === 'ACTIVE' ? (
        <Button variant="default" onClick={() => onChoose('suspend')}>
          {texts.suspend.action}
        </Button>
      ) : null}
      {mayRevoke && status === 'SUSPENDED' ? (
        <Button variant="default" onClick={() => onChoose('reactivate')}>
          {texts.reactivate.action}
        </Button>
      ) : null}
      {mayRevoke && works ? (
        <Button variant="outline" color="red.8" onClick={() => onChoose('revoke')}>
          {texts.revoke.action}
        </Button>
      ) : null}
      {mayRevoke ? (
        <Button variant="subtle" color="red.8" onClick={() => onChoose('remove')}>
          {texts.remove.action}
        </Button>
      ) : null}
    </>
  );
}

function CredentialUse({ id }: { id: string }) {
  const days = useUsageDays();
  const { data, error, refetch } = useQuery({
    ...getCredentialUsageOptions({ path: { id }, query: { days } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={260} />;
  return (
    <>
      <Usage days={data.days} addresses={data.addresses} addressCount={data.addressCount} />
      <Outcomes of={{ credentialId: id }} />
    </>
  );
}
