import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getOidcConnection, updateOidcConnection } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageWaiting } from '../../ui/page-waiting.tsx';
import { Problem } from '../../ui/problem.tsx';
import { RecentChanges } from '../../ui/recent-changes.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { State } from '../../ui/state.tsx';
import { ChangeSecret } from './change-secret.tsx';
import { ClientAuthentication } from './client-authentication.tsx';
import { commonFields, commonSwitches } from './common-fields.ts';
import { type ConnectionAct, ConnectionButtons, ConnectionDialog } from './connection-acts.tsx';
import { ConnectionDomains } from './connection-domains.tsx';
import { commonFacts, setUpRow } from './connection-facts.tsx';
import { ConnectionTabs } from './connection-tabs.tsx';
import { Mappings } from './mappings.tsx';

export function OidcConnectionPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const mayWrite = useMay('federation.write');
  const query = versioned({ getOidcConnection }, { path });
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
        {mayWrite ? <ConnectionButtons status={connection.status} onChoose={setAct} /> : null}
      </PageHead>
      <ConnectionTabs
        id={id}
        protocol="OIDC"
        setup={
          <Stack gap="lg">
            <Facts
              title={texts.facts}
              rows={[
                [texts.callback, <Id key="callback" value={connection.callbackUrl} />],
                [texts.postLogout, <Id key="logout" value={connection.postLogoutRedirectUrl} />],
                [texts.backchannel, <Id key="backchannel" value={connection.backchannelLogoutUrl} />],
                ...(mayWrite ? [setUpRow(connection, 'OIDC')] : []),
              ]}
            />
            <ConnectionDomains
              connection={connection}
              title={texts.domains.own}
              text={texts.domains.ownText}
              mayWrite={mayWrite}
            />
            <ClientAuthentication
              connection={connection}
              onChange={mayWrite ? () => setAct('secret') : undefined}
            />
            <Facts
              title={texts.details}
              rows={[
                [texts.issuer, <Id key="issuer" value={connection.issuer} />],
                [texts.metadataRead, <Moment key="read" at={connection.metadataRefreshedAt} />],
                ...commonFacts(connection),
              ]}
            />
          </Stack>
        }
        settings={
          <Stack gap="lg">
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
                ...commonFields,
                { name: 'clientId', label: texts.fields.clientId, kind: 'text' },
                { name: 'scopes', label: texts.fields.scopes, kind: 'list' },
                {
                  name: 'discoveryUrl',
                  label: texts.fields.discoveryUrl,
                  text: texts.about.discoveryUrl,
                  kind: 'text?',
                },
                ...commonSwitches,
                { name: 'pkce', label: texts.fields.pkce, kind: 'switch' },
                { name: 'userInfo', label: texts.fields.userInfo, kind: 'switch' },
                {
                  name: 'acceptAssertions',
                  label: texts.fields.acceptAssertions,
                  text: texts.about.acceptAssertions,
                  kind: 'switch',
                },
              ]}
            />
            <Mappings
              connection={read}
              protocol="OIDC"
              mayWrite={mayWrite}
              onReload={async () => (await refetch()).data}
            />
          </Stack>
        }
      />
      <RecentChanges id={id} />
      {act === 'secret' ? <ChangeSecret connection={read} read={() => refetch()} onClose={close} /> : null}
      {act && act !== 'secret' ? (
        <ConnectionDialog connection={read} act={act} read={() => refetch()} onClose={close} />
      ) : null}
    </Stack>
  );
}
