import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import { getSamlConnection, updateSamlConnection } from '../../generated/sdk.gen.ts';
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
import { Certificates } from './certificates.tsx';
import { commonFields, commonSwitches } from './common-fields.ts';
import { type ConnectionAct, ConnectionButtons, ConnectionDialog } from './connection-acts.tsx';
import { ConnectionDomains } from './connection-domains.tsx';
import { commonFacts, setUpRow } from './connection-facts.tsx';
import { ConnectionTabs } from './connection-tabs.tsx';
import { Mappings } from './mappings.tsx';
import { OurCertificates } from './our-certificates.tsx';
import { ConnectionPendingChangeNotice } from './pending-change.tsx';
import { ConnectionState } from './connection-state.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { samlFields, samlSwitches } from './saml-fields.ts';

export function SamlConnectionPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const path = { id };
  const mayWrite = useMay('federation.write');
  const query = versioned({ getSamlConnection }, { path });
  const { data: read, error, refetch } = useQuery(query);
  const [act, setAct] = useState<ConnectionAct>();
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
            <ConnectionState connection={connection} />
            {connection.isDraft ? null : <State value={connection.health} />}
          </>
        }
      >
        {mayWrite ? (
          <ConnectionButtons status={connection.status} isDraft={connection.isDraft} onChoose={setAct} />
        ) : null}
      </PageHead>
      {connection.isDraft ? <DraftNotice connection={connection} mayWrite={mayWrite} /> : null}
      {connection.pendingChange ? (
        <ConnectionPendingChangeNotice id={id} change={connection.pendingChange} mayWrite={mayWrite} />
      ) : null}
      <ConnectionTabs
        id={id}
        protocol="SAML"
        setup={
          <Stack gap="lg">
            <Facts
              title={texts.facts}
              rows={[
                [texts.acs, <Id key="acs" value={connection.acsUrl} />],
                [texts.entityId, <Id key="entity" value={connection.spEntityId} />],
                [texts.metadata, <Id key="metadata" value={connection.spMetadataUrl} />],
                ...(mayWrite ? [setUpRow(connection, 'SAML')] : []),
              ]}
            />
            {connection.isDraft ? null : (
              <Certificates connection={read} mayWrite={mayWrite} onReload={() => refetch()} />
            )}
            <ConnectionDomains
              connection={connection}
              title={texts.domains.own}
              text={texts.domains.ownText}
              mayWrite={mayWrite}
            />
            <OurCertificates metadataUrl={connection.spMetadataUrl} />
            <Facts
              title={texts.details}
              rows={[
                [
                  texts.idpEntityId,
                  connection.idpEntityId === null ? '–' : <Id key="idp" value={connection.idpEntityId} />,
                ],
                [
                  texts.fields.ssoUrl,
                  connection.ssoUrl === null ? '–' : <Id key="sso" value={connection.ssoUrl} />,
                ],
                [
                  texts.certificateEnds,
                  connection.isDraft ? (
                    '–'
                  ) : (
                    <Moment key="certificate" at={connection.certificateExpiresAt} />
                  ),
                ],
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
              operation="updateSamlConnection"
              path={path}
              // The form has no field for certificates, which are written in another form than they are shown. A field of a draft is null.
              save={async (body, headers) =>
                updateSamlConnection({
                  path,
                  body: body as Omit<typeof body, 'certificates' | 'isDraft' | 'idpEntityId' | 'ssoUrl'>,
                  headers,
                })
              }
              said={texts.saved}
              mayWrite={mayWrite}
              fields={[
                ...commonFields,
                ...(connection.isDraft ? [] : samlFields),
                ...commonSwitches,
                ...samlSwitches,
              ]}
            />
            <Mappings
              connection={read}
              protocol="SAML"
              mayWrite={mayWrite}
              onReload={async () => (await refetch()).data}
            />
          </Stack>
        }
      />
      <RecentChanges id={id} />
      {act ? <ConnectionDialog connection={read} act={act} read={() => refetch()} onClose={close} /> : null}
    </Stack>
  );
}
