import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import {
  getCredentialOptions,
  getCredentialUsageOptions,
} from '../../generated/@tanstack/react-query.gen.ts';
import {
  deleteCredential,
  reactivateCredential,
  rotateCredential,
  suspendCredential,
} from '../../generated/sdk.gen.ts';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { Days } from '../../ui/days.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { fromNow, Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { State } from '../../ui/state.tsx';
import { useGo } from '../../ui/use-go.ts';
import { RevokeCredentials } from './revoke-credentials.tsx';

type Dialog = 'rotate' | 'suspend' | 'reactivate' | 'revoke' | 'remove';

export function CredentialPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: credential, error, refetch } = useQuery(getCredentialOptions({ path: { id } }));
  const [dialog, setDialog] = useState<Dialog>();
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!credential) return null;
  return (
    <Stack gap="lg">
      <PageHead
        title={credential.name}
        back={{ to: 'credentials', title: texts.title }}
        beside={<State value={credential.status} />}
      >
        <Actions credential={credential} onChoose={setDialog} />
      </PageHead>
      {credential.previousSecret ? (
        <Alert color="blue">{texts.grace(fromNow(credential.previousSecret.expiresAt))}</Alert>
      ) : null}
      <Facts
        title={texts.facts}
        rows={[
          ['ID', <Id key="id" value={credential.id} />],
          [
            texts.columns.identity,
            <Anchor
              key="identity"
              renderRoot={(props) => <PageLink to={`identities/${credential.identityId}`} {...props} />}
            >
              {credential.identityName}
            </Anchor>,
          ],
          [texts.columns.secret, `${credential.prefix}…${credential.last4}`],
          [
            texts.columns.scopes,
            credential.scopes.length === 0 ? (
              ui.none
            ) : (
              <Group key="scopes" gap={4}>
                {credential.scopes.map((scope) => (
                  <Badge key={scope} tt="none" color="gray">
                    {scope}
                  </Badge>
                ))}
              </Group>
            ),
          ],
          [
            texts.columns.uses,
            credential.maxUsageCount === null
              ? credential.usageCount
              : `${credential.usageCount} / ${credential.maxUsageCount}`,
          ],
          [texts.columns.used, <Moment key="used" at={credential.lastUsedAt} />],
          [texts.columns.expires, <Moment key="expires" at={credential.expiresAt} />],
          [texts.columns.created, <Moment key="created" at={credential.createdAt} />],
          [texts.form.ips, credential.allowedIps?.join(', ') ?? ui.any],
        ]}
      />
      <Usage id={id} />
      <Dialogs credential={credential} dialog={dialog} onClose={() => setDialog(undefined)} />
    </Stack>
  );
}

function Actions({
  credential: { status },
  onChoose,
}: {
  credential: Credential;
  onChoose: (dialog: Dialog) => void;
}) {
  const mayRotate = useMay('credentials.rotate');
  const mayRevoke = useMay('credentials.revoke');
  return (
    <>
      {mayRotate && status === 'ACTIVE' ? (
        <Button onClick={() => onChoose('rotate')}>{texts.actions.rotate}</Button>
      ) : null}
      {mayRevoke && status === 'ACTIVE' ? (
        <Button variant="default" onClick={() => onChoose('suspend')}>
          {texts.actions.suspend}
        </Button>
      ) : null}
      {mayRevoke && status === 'SUSPENDED' ? (
        <Button variant="default" onClick={() => onChoose('reactivate')}>
          {texts.actions.reactivate}
        </Button>
      ) : null}
      {mayRevoke && status !== 'REVOKED' ? (
        <Button variant="outline" color="red.8" onClick={() => onChoose('revoke')}>
          {texts.actions.revoke}
        </Button>
      ) : null}
      {mayRevoke ? (
        <Button variant="subtle" color="red.8" onClick={() => onChoose('remove')}>
          {texts.actions.remove}
        </Button>
      ) : null}
    </>
  );
}

function Dialogs({
  credential,
  dialog,
  onClose,
}: {
  credential: Credential;
  dialog: Dialog | undefined;
  onClose: () => void;
}) {
  const go = useGo();
  const path = { id: credential.id };
  const { name } = credential;
  if (dialog === 'rotate') return <Rotate credential={credential} onClose={onClose} />;
  if (dialog === 'revoke') return <RevokeCredentials credentials={[credential]} onClose={onClose} />;
  if (dialog === 'suspend')
    return (
      <Confirm
        title={texts.suspend.title(name)}
        text={texts.suspend.text}
        action={texts.actions.suspend}
        said={texts.suspend.said}
        call={{ operation: 'suspendCredential', path }}
        act={() => suspendCredential({ path })}
        onClose={onClose}
      />
    );
  if (dialog === 'reactivate')
    return (
      <Confirm
        title={texts.reactivate.title(name)}
        text={texts.reactivate.text}
        action={texts.actions.reactivate}
        said={texts.reactivate.said}
        isHarmless
        call={{ operation: 'reactivateCredential', path }}
        act={() => reactivateCredential({ path })}
        onClose={onClose}
      />
    );
  if (dialog === 'remove')
    return (
      <Confirm
        title={texts.remove.title(name)}
        text={texts.remove.text}
        action={texts.actions.remove}
        said={texts.remove.said}
        typed={name}
        call={{ operation: 'deleteCredential', path }}
        act={() => deleteCredential({ path })}
        onClose={onClose}
        onDone={() => go('credentials')}
      />
    );
  return null;
}

function Rotate({ credential: { id }, onClose }: { credential: Credential; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const form = useForm<{ gracePeriod: number | string }>({ initialValues: { gracePeriod: 3600 } });
  const body = ({ gracePeriod }: typeof form.values) => ({ gracePeriod: Number(gracePeriod) });
  if (secret !== undefined)
    return <SecretDialog secret={secret} name={texts.columns.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.rotate.title}
      action={texts.actions.rotate}
      form={form}
      staysOpen
      act={async (values) => (await rotateCredential({ path: { id }, body: body(values) })).data}
      call={(values) => ({ operation: 'rotateCredential', path: { id }, body: body(values) })}
      onDone={({ credential }) => setSecret(credential)}
      onClose={onClose}
    >
      <Text>{texts.rotate.text}</Text>
      <NumberInput label={texts.rotate.grace} min={0} {...form.getInputProps('gracePeriod')} />
    </FormDialog>
  );
}

function Usage({ id }: { id: string }) {
  const { data, error } = useQuery(getCredentialUsageOptions({ path: { id } }));
  if (error) return <Problem error={error} />;
  if (!data) return null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Stack>
        <Title order={2} size="h4">
          {texts.usage}
        </Title>
        {data.days.length === 0 ? (
          <Text c="dimmed">{texts.noUse}</Text>
        ) : (
          <Days
            title={texts.usage}
            days={data.days.map(({ date, total }) => ({ date, values: [total] }))}
            series={[texts.columns.uses]}
          />
        )}
      </Stack>
      <Stack>
        <Title order={2} size="h4">
          {texts.addresses}
        </Title>
        <Table>
          <Table.Tbody>
            {data.addresses.map(({ address, total, lastDay }) => (
              <Table.Tr key={address ?? ''}>
                <Table.Td>{address ?? ui.none}</Table.Td>
                <Table.Td>{total}</Table.Td>
                <Table.Td>
                  <Moment at={lastDay} isDay />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </SimpleGrid>
  );
}
