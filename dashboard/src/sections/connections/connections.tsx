import { Button } from '@mantine/core';
import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/connections.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { ConnectionList } from './connection-list.tsx';
import { Domains } from './domains.tsx';
import { SetupLinks } from './setup-links.tsx';

export function Connections() {
  const mayWrite = useMay('federation.write');
  const create = mayWrite ? (
    <Button renderRoot={(props) => <PageLink to="connections/new" {...props} />}>{texts.create}</Button>
  ) : null;
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        {create}
      </PageHead>
      <TabsInAddress
        parts={[
          {
            name: 'connections',
            title: texts.tabs.connections,
            content: <ConnectionList create={create} />,
          },
          { name: 'domains', title: texts.tabs.domains, content: <Domains /> },
          { name: 'links', title: texts.tabs.links, content: <SetupLinks /> },
        ]}
      />
    </>
  );
}
