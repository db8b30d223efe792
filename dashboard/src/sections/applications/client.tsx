import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sends, sendsEntered } from '../../api/sends.ts';
import { ifMatch, type Versioned, versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import {
  deleteOidcClient,
  getOidcClient,
  rotateOidcClientSecret,
  updateOidcClient,
} from '../../generated/sdk.gen.ts';
import type { OidcClient } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { Facts } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { numberRule } from '../../ui/number-rule.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { clientFields } from './client-fields.tsx';
import { CopiedResources } from './copied-resources.tsx';
import { kindOf } from './kinds.ts';
import { LifeCycle, type LifeCycleAct } from './life-cycle.tsx';
import { ClientSetUp } from './set-up.tsx';

export function ClientPage() {
  const { clientId } = useParams({ strict: false }) as { clientId: string };
  const path = { clientId };
  const mayWrite = useMay('oidc.write');
  const query = versioned({ getOidcClient }, { path });
  const { data: read, error, refetch } = useQuery(query);
  const [dialog, setDialog] = useState<'rotate' | LifeCycleAct>();
  const close = () => {
    setDialog(undefined);
    // After a conflict, the page shows what the next try is about.
    void refetch();
  };
  if (error && !read) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!read) return <PageWaiting />;
  const client = read.data;
  const headers = ifMatch(read);
  return (
    <Stack gap="lg">
      <PageHead
        title={client.name}
        text={texts.kinds[kindOf(client)]}
        back={{ to: 'applications', title: texts.title }}
        beside={<State value={client.status} />}
      >
        {mayWrite && client.secretRotatedAt !== null ? (
          <Button onClick={() => setDialog('rotate')}>{texts.actions.rotate}</Button>
        ) : null}
        {mayWrite ? <LifeCycle.Buttons status={client.status} onChoose={setDialog} /> : null}
      </PageHead>
      <TabsInAddress
        parts={[
          {
            name: 'overview',
            title: texts.tabs.overview,
            content: (
              <Stack gap="lg">
                {mayWrite && client.servedResourcesCopied ? (
                  <CopiedResources client={client} headers={headers} read={() => refetch()} />
                ) : null}
                <ClientSetUp client={client} />
                <Facts
                  title={texts.facts}
                  rows={[
                    ...(client.secretRotatedAt
                      ? [[texts.secretRotated, <Moment key="secret" at={client.secretRotatedAt} />] as const]
                      : []),
                    ...(client.previousSecretExpiresAt
                      ? [
                          [
                            texts.oldSecret,
                            <Moment key="old" at={client.previousSecretExpiresAt} isRelative />,
                          ] as const,
                        ]
                      : []),
                    [texts.columns.created, <Moment key="created" at={client.createdAt} />],
                    ...(client.createdBy
                      ? [[texts.createdBy, <ThingLink key="by" id={client.createdBy} />] as const]
                      : []),
                  ]}
                />
                <RecentChanges id={clientId} />
              </Stack>
            ),
          },
          {
            name: 'settings',
            title: texts.tabs.settings,
            content: (
              <SettingsForm
                title={texts.settings.title}
                text={texts.settings.text}
                query={query}
                operation="updateOidcClient"
                path={path}
                save={async (body, of) => updateOidcClient({ path, body, headers: of })}
                said={texts.saved}
                mayWrite={mayWrite}
                fields={clientFields(client.applicationType)}
              />
            ),
          },
        ]}
      />
      {dialog === 'rotate' ? <Rotate client={read} read={() => refetch()} onClose={close} /> : null}
      {dialog !== undefined && dialog !== 'rotate' ? (
        <LifeCycle.Dialog
          act={dialog}
          name={client.name}
          update={(status) => sends({ updateOidcClient }, { path, headers, body: { status } })}
          remove={sends({ deleteOidcClient }, { path, headers })}
          read={() => refetch()}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}

function Rotate({
  client,
  read,
  onClose,
}: {
  client: Versioned<OidcClient>;
  /** Reads the newest version after a conflict. */
  read: () => Promise<unknown>;
  onClose: () => void;
}) {
  const [secret, setSecret] = useState<string>();
  // An emptied field is refused: without a period, or with 0, the old secret ends at once.
  const form = useForm<{ gracePeriod: number | string }>({
    initialValues: { gracePeriod: 3600 },
    validate: { gracePeriod: numberRule },
  });
  const body = ({ gracePeriod }: typeof form.values) => ({ gracePeriod: Number(gracePeriod) });
  const path = { clientId: client.data.clientId };
  const headers = ifMatch(client);
  if (secret !== undefined) return <SecretDialog secret={secret} name={texts.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={texts.rotate.title}
      action={texts.actions.rotate}
      form={form}
      staysOpen
      {...sendsEntered({ rotateOidcClientSecret }, (values: typeof form.values) => ({
        path,
        body: body(values),
        headers,
      }))}
      onDone={({ data: { clientSecret } }) => setSecret(clientSecret)}
      onReload={read}
      onClose={onClose}
    >
      <Text>{texts.rotate.text}</Text>
      <NumberInput label={texts.rotate.grace} min={0} {...form.getInputProps('gracePeriod')} />
    </FormDialog>
  );
}
