import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getSamlConnectionOptions } from '../../generated/@tanstack/react-query.gen.ts';
import {
  getSamlConnection,
  refreshSamlConnectionMetadata,
  updateSamlConnection,
} from '../../generated/sdk.gen.ts';
import type { SamlConnection } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
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
import { type ConnectionAct, ConnectionButtons, ConnectionDialog, Failure } from './connection-acts.tsx';
import { ConnectionPendingChangeNotice } from './pending-change.tsx';
import { warnOfDomains, warnOfEnforcing } from './warnings.ts';

export function SamlConnectionPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const mayWrite = useMay('federation.write');
  const query = versioned<Omit<SamlConnection, 'certificates'>>(
    getSamlConnectionOptions({ path }),
    async (more) => getSamlConnection({ path, ...more }),
  );
  const { data: read, error, refetch } = useQuery(query);
  const [act, setAct] = useState<ConnectionAct>();
  const refreshing = useAct(async () => refreshSamlConnectionMetadata({ path }), { said: texts.refreshed });
  const close = () => {
    setAct(undefined);
    // After a conflict, the page shows what the next try is about.
    void refetch();
  };
  if (error && !read) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!read) return <PageWaiting />;
  const connection = read.data;
  return (
    <Stack gap="lg">
      <PageHead
        title={connection.name}
        text="SAML"
        back={{ to: 'connections', title: texts.title }}
        beside={
          <>
            <State value={connection.status} />
            <State value={connection.health} />
          </>
        }
      >
        {mayWrite && connection.metadataUrl ? (
          <Button
            variant="default"
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate(undefined)}
          >
            {texts.actions.refresh}
          </Button>
        ) : null}
        {mayWrite ? <ConnectionButtons status={connection.status} onChoose={setAct} /> : null}
      </PageHead>
      {refreshing.error ? <Problem error={refreshing.error} /> : null}
      {connection.pendingChange ? (
        <ConnectionPendingChangeNotice id={id} change={connection.pendingChange} mayWrite={mayWrite} />
      ) : null}
      <Facts
        title={texts.facts}
        rows={[
          [texts.entityId, <Id key="entity" value={connection.spEntityId} />],
          [texts.acs, <Id key="acs" value={connection.acsUrl} />],
          [texts.metadata, <Id key="metadata" value={connection.spMetadataUrl} />],
          [texts.certificateEnds, <Moment key="certificate" at={connection.certificateExpiresAt} />],
          [texts.tested, <Moment key="tested" at={connection.lastTestedAt} />],
          [texts.signedIn, <Moment key="login" at={connection.lastLoginAt} />],
          ...(connection.lastError
            ? [[texts.error, <Failure key="error" text={connection.lastError} />] as const]
            : []),
        ]}
      />
      <SettingsForm
        title={texts.settings.title}
        text={texts.settings.text}
        query={query}
        operation="updateSamlConnection"
        path={path}
        save={async (body, headers) => updateSamlConnection({ path, body, headers })}
        said={texts.saved}
        mayWrite={mayWrite}
        fields={[
          { name: 'name', label: texts.fields.name, kind: 'text' },
          { name: 'ssoUrl', label: texts.fields.ssoUrl, kind: 'text' },
          { name: 'sloUrl', label: texts.fields.sloUrl, kind: 'text?' },
          { name: 'metadataUrl', label: texts.fields.metadataUrl, kind: 'text?' },
          { name: 'domains', label: texts.fields.domains, kind: 'list', warns: warnOfDomains },
          {
            name: 'accountLinking',
            label: texts.fields.accountLinking,
            kind: 'choice',
            choices: choicesOf(texts.linking),
          },
          { name: 'groupsClaim', label: texts.fields.groupsClaim, kind: 'text?' },
          { name: 'allowedGroups', label: texts.fields.allowedGroups, kind: 'list?' },
          {
            name: 'maxSessionSeconds',
            label: texts.fields.maxSessionSeconds,
            text: texts.seconds,
            kind: 'number?',
          },
          {
            name: 'clockSkewSeconds',
            label: texts.fields.clockSkewSeconds,
            text: texts.seconds,
            kind: 'number',
          },
          { name: 'enforced', label: texts.fields.enforced, kind: 'switch', warns: warnOfEnforcing },
          { name: 'jitProvisioning', label: texts.fields.jitProvisioning, kind: 'switch' },
          { name: 'trustEmail', label: texts.fields.trustEmail, kind: 'switch' },
          { name: 'trustMfa', label: texts.fields.trustMfa, kind: 'switch' },
          { name: 'logoutUpstream', label: texts.fields.logoutUpstream, kind: 'switch' },
          { name: 'signRequests', label: texts.fields.signRequests, kind: 'switch' },
          { name: 'wantAssertionsSigned', label: texts.fields.wantAssertionsSigned, kind: 'switch' },
          { name: 'wantEncrypted', label: texts.fields.wantEncrypted, kind: 'switch' },
          { name: 'allowIdpInitiated', label: texts.fields.allowIdpInitiated, kind: 'switch' },
        ]}
      />
      <RecentChanges id={id} />
      {act ? <ConnectionDialog connection={read} act={act} onClose={close} /> : null}
    </Stack>
  );
}
