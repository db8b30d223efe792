import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getOidcConnectionOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { getOidcConnection, updateOidcConnection } from '../../generated/sdk.gen.ts';
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
import { ChangeSecret } from './change-secret.tsx';
import { type ConnectionAct, ConnectionButtons, ConnectionDialog, Failure } from './connection-acts.tsx';
import { warnOfDomains, warnOfEnforcing } from './warnings.ts';

export function OidcConnectionPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const mayWrite = useMay('federation.write');
  const query = versioned(getOidcConnectionOptions({ path }), async (more) =>
    getOidcConnection({ path, ...more }),
  );
  const { data: read, error, refetch } = useQuery(query);
  const [act, setAct] = useState<ConnectionAct | 'secret'>();
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
        text="OpenID Connect"
        back={{ to: 'connections', title: texts.title }}
        beside={
          <>
            <State value={connection.status} />
            <State value={connection.health} />
          </>
        }
      >
        {mayWrite ? (
          <Button variant="default" onClick={() => setAct('secret')}>
            {texts.secret.action}
          </Button>
        ) : null}
        {mayWrite ? <ConnectionButtons status={connection.status} onChoose={setAct} /> : null}
      </PageHead>
      <Facts
        title={texts.facts}
        rows={[
          [texts.issuer, <Id key="issuer" value={connection.issuer} />],
          [texts.callback, <Id key="callback" value={connection.callbackUrl} />],
          [texts.postLogout, <Id key="logout" value={connection.postLogoutRedirectUrl} />],
          [texts.backchannel, <Id key="backchannel" value={connection.backchannelLogoutUrl} />],
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
        operation="updateOidcConnection"
        path={path}
        save={async (body, headers) => updateOidcConnection({ path, body, headers })}
        said={texts.saved}
        mayWrite={mayWrite}
        fields={[
          { name: 'name', label: texts.fields.name, kind: 'text' },
          { name: 'clientId', label: texts.fields.clientId, kind: 'text' },
          { name: 'scopes', label: texts.fields.scopes, kind: 'list' },
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
          { name: 'enforced', label: texts.fields.enforced, kind: 'switch', warns: warnOfEnforcing },
          { name: 'jitProvisioning', label: texts.fields.jitProvisioning, kind: 'switch' },
          { name: 'trustEmail', label: texts.fields.trustEmail, kind: 'switch' },
          { name: 'trustMfa', label: texts.fields.trustMfa, kind: 'switch' },
          { name: 'logoutUpstream', label: texts.fields.logoutUpstream, kind: 'switch' },
          { name: 'pkce', label: texts.fields.pkce, kind: 'switch' },
          { name: 'userInfo', label: texts.fields.userInfo, kind: 'switch' },
        ]}
      />
      <RecentChanges id={id} />
      {act === 'secret' ? <ChangeSecret connection={read} onClose={close} /> : null}
      {act && act !== 'secret' ? <ConnectionDialog connection={read} act={act} onClose={close} /> : null}
    </Stack>
  );
}
