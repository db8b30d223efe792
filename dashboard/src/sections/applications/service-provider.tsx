import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ifMatch, versioned } from '../../api/versioned.ts';
import { useMay, useSession } from '../../app/me.ts';
import { getServiceProviderOptions } from '../../generated/@tanstack/react-query.gen.ts';
import {
  deleteServiceProvider,
  getServiceProvider,
  refreshServiceProviderMetadata,
  updateServiceProvider,
} from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/applications.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { choicesOf, SettingsForm } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { useAct } from '../../ui/use-act.ts';
import { LifeCycle, type LifeCycleAct } from './life-cycle.tsx';
import { ApplicationPendingChangeNotice } from './pending-change.tsx';
import { PreviewSignOn } from './preview-sign-on.tsx';
import { Traces } from './traces.tsx';

export function ServiceProviderPage() {
  const { spId } = useParams({ strict: false }) as { spId: string };
  const { tenant } = useSession();
  const path = { spId };
  const mayWrite = useMay('saml.write');
  const query = versioned(getServiceProviderOptions({ path }), async (more) =>
    getServiceProvider({ path, ...more }),
  );
  const { data: read, error, refetch } = useQuery(query);
  const headers = read && ifMatch(read);
  const [dialog, setDialog] = useState<'preview' | LifeCycleAct>();
  const close = () => {
    setDialog(undefined);
    // After a conflict, the page shows what the next try is about.
    void refetch();
  };
  const refreshing = useAct(async () => refreshServiceProviderMetadata({ path }), { said: texts.refreshed });
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
        <Button variant="default" onClick={() => setDialog('preview')}>
          {texts.actions.preview}
        </Button>
        {mayWrite && provider.metadataUrl ? (
          <Button
            variant="default"
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate(undefined)}
          >
            {texts.actions.refresh}
          </Button>
        ) : null}
        {mayWrite ? <LifeCycle.Buttons status={provider.status} onChoose={setDialog} /> : null}
      </PageHead>
      {refreshing.error ? <Problem error={refreshing.error} /> : null}
      {provider.pendingChange ? (
        <ApplicationPendingChangeNotice spId={spId} change={provider.pendingChange} mayWrite={mayWrite} />
      ) : null}
      <Facts
        title={texts.facts}
        rows={[
          [texts.entityId, <Id key="entity" value={provider.entityId} />],
          [texts.idpMetadata, <Id key="metadata" value={`${location.origin}/api/saml/${tenant}/metadata`} />],
          [texts.signOn, <Id key="sso" value={`${location.origin}/api/saml/${tenant}/sso`} />],
          [texts.certificateEnds, <Moment key="certificate" at={provider.certificateExpiresAt} />],
          [texts.metadataRead, <Moment key="read" at={provider.metadataRefreshedAt} />],
        ]}
      />
      <SettingsForm
        title={texts.settings.title}
        text={texts.settings.text}
        query={query}
        operation="updateServiceProvider"
        path={path}
        save={async (body, of) => updateServiceProvider({ path, body, headers: of })}
        said={texts.saved}
        mayWrite={mayWrite}
        fields={[
          { name: 'name', label: texts.fields.name, kind: 'text' },
          { name: 'logoUri', label: texts.fields.logoUri, kind: 'text?' },
          { name: 'acsUrl', label: texts.fields.acsUrl, kind: 'text' },
          { name: 'sloUrl', label: texts.fields.sloUrl, kind: 'text?' },
          {
            name: 'nameIdFormat',
            label: texts.fields.nameIdFormat,
            kind: 'choice',
            choices: choicesOf(texts.formats),
          },
          { name: 'audiences', label: texts.fields.audiences, kind: 'list' },
          { name: 'assertionTtl', label: texts.fields.assertionTtl, text: texts.seconds, kind: 'number' },
          { name: 'sessionTtl', label: texts.fields.sessionTtl, text: texts.seconds, kind: 'number' },
          { name: 'allowedGroups', label: texts.fields.allowedGroups, kind: 'list?' },
          { name: 'metadataUrl', label: texts.fields.metadataUrl, kind: 'text?' },
          { name: 'signAssertions', label: texts.fields.signAssertions, kind: 'switch' },
          { name: 'signResponses', label: texts.fields.signResponses, kind: 'switch' },
          { name: 'encryptAssertions', label: texts.fields.encryptAssertions, kind: 'switch' },
          { name: 'requireSignedRequests', label: texts.fields.requireSignedRequests, kind: 'switch' },
          { name: 'idpInitiated', label: texts.fields.idpInitiated, kind: 'switch' },
          { name: 'allowSha1', label: texts.fields.allowSha1, text: texts.sha1, kind: 'switch' },
        ]}
      />
      <RecentChanges id={spId} />
      <Traces spId={spId} />
      {dialog === 'preview' ? <PreviewSignOn spId={spId} onClose={close} /> : null}
      {dialog !== undefined && dialog !== 'preview' ? (
        <LifeCycle.Dialog
          act={dialog}
          name={provider.name}
          update={{
            operation: 'updateServiceProvider',
            path,
            send: async (status) => updateServiceProvider({ path, headers, body: { status } }),
          }}
          remove={{
            operation: 'deleteServiceProvider',
            path,
            send: async () => deleteServiceProvider({ path, headers }),
          }}
          onClose={close}
        />
      ) : null}
    </Stack>
  );
}
