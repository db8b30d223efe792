import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { sends } from '../../api/sends.ts';
import { ifMatch, versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { deleteServiceProvider, getServiceProvider, updateServiceProvider } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/applications.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { LifeCycle, type LifeCycleAct } from './life-cycle.tsx';
import { PartnerKeys } from './partner-keys.tsx';
import { ApplicationPendingChangeNotice } from './pending-change.tsx';
import { PreviewSignOn } from './preview-sign-on.tsx';
import { useProviderFields } from './provider-fields.tsx';
import { ReplaceMetadata } from './replace-metadata.tsx';
import { ServiceProviderSetUp } from './set-up.tsx';
import { Traces } from './traces.tsx';

export function ServiceProviderPage() {
  const { spId } = useParams({ strict: false }) as { spId: string };
  const path = { spId };
  const mayWrite = useMay('saml.write');
  // The service asks for it, because a preview shows the values of a user.
  const mayPreview = useMay('directory.read');
  const query = versioned({ getServiceProvider }, { path });
  const { data: read, error, refetch } = useQuery(query);
  const headers = read && ifMatch(read);
  const fields = useProviderFields(read?.data.metadataUrl !== null);
  const [dialog, setDialog] = useState<'preview' | 'metadata' | LifeCycleAct>();
  const close = () => {
    setDialog(undefined);
    // After a conflict, the page shows what the next try is about.
    void refetch();
  };
  if (error && !read) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!read) return <PageWaiting />;
  const provider = read.data;
  return (
    <Stack gap="lg">
      <PageHead
        title={provider.name}
        text={texts.kinds.saml}
        back={{ to: 'applications', title: texts.title }}
        beside={<State value={provider.status} />}
      >
        {mayPreview ? (
          <Button variant="default" onClick={() => setDialog('preview')}>
            {texts.actions.preview}
          </Button>
        ) : null}
        {mayWrite ? <LifeCycle.Buttons status={provider.status} onChoose={setDialog} /> : null}
      </PageHead>
      {provider.pendingChange ? (
        <ApplicationPendingChangeNotice spId={spId} change={provider.pendingChange} mayWrite={mayWrite} />
      ) : null}
      <TabsInAddress
        parts={[
          {
            name: 'overview',
            title: texts.tabs.overview,
            content: (
              <Stack gap="lg">
                <ServiceProviderSetUp provider={provider} />
                <Facts
                  title={texts.facts}
                  rows={[
                    [texts.entityId, <Id key="entity" value={provider.entityId} />],
                    [texts.columns.created, <Moment key="created" at={provider.createdAt} />],
                    ...(provider.createdBy
                      ? [[texts.createdBy, <ThingLink key="by" id={provider.createdBy} />] as const]
                      : []),
                  ]}
                />
                <PartnerKeys
                  provider={provider}
                  mayWrite={mayWrite}
                  onReplace={() => setDialog('metadata')}
                />
                <RecentChanges id={spId} />
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
                operation="updateServiceProvider"
                path={path}
                save={async (body, of) => updateServiceProvider({ path, body, headers: of })}
                said={texts.saved}
                mayWrite={mayWrite}
                fields={fields}
              />
            ),
          },
          { name: 'messages', title: texts.tabs.messages, content: <Traces spId={spId} /> },
        ]}
      />
      {dialog === 'preview' ? <PreviewSignOn spId={spId} onClose={close} /> : null}
      {dialog === 'metadata' ? (
        <ReplaceMetadata provider={read} read={() => refetch()} onClose={close} />
      ) : null}
      {dialog !== undefined && dialog !== 'preview' && dialog !== 'metadata' ? (
        <LifeCycle.Dialog
          act={dialog}
          name={provider.name}
          update={(status) => sends({ updateServiceProvider }, { path, headers, body: { status } })}
          remove={sends({ deleteServiceProvider }, { path, headers })}
          read={() => refetch()}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}
