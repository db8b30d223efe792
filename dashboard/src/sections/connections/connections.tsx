import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/connections.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { ConnectionList } from './connection-list.tsx';
import { CreateConnection } from './create-connection.tsx';
import { Domains } from './domains.tsx';
import { SetupLinks } from './setup-links.tsx';

export function Connections() {
  const [isCreating, setIsCreating] = useState(false);
  const mayWrite = useMay('federation.write');
  useAsked('create', () => setIsCreating(true), mayWrite);
  const create = mayWrite ? <Button onClick={() => setIsCreating(true)}>{texts.create}</Button> : null;
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
      {isCreating ? <CreateConnection onClose={() => setIsCreating(false)} /> : null}
    </>
  );
}
