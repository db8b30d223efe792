import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/connections.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { ConnectionList } from './connection-list.tsx';
import { CreateConnection } from './create-connection.tsx';
import { Domains } from './domains.tsx';
import { SetupLinks } from './setup-links.tsx';

const names = ['connections', 'domains', 'links'] as const;

export function Connections() {
  const [{ tab }, change] = useSearch();
  const [isCreating, setIsCreating] = useState(false);
  const mayWrite = useMay('federation.write');
  const shown = names.find((name) => name === tab) ?? 'connections';
  const create = mayWrite ? <Button onClick={() => setIsCreating(true)}>{texts.create}</Button> : null;
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        {create}
      </PageHead>
      <Tabs value={shown} onChange={(value) => change({ tab: value ?? undefined })}>
        <Tabs.List>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown} pt="lg">
          {shown === 'connections' ? <ConnectionList create={create} /> : null}
          {shown === 'domains' ? <Domains /> : null}
          {shown === 'links' ? <SetupLinks /> : null}
        </Tabs.Panel>
      </Tabs>
      {isCreating ? <CreateConnection onClose={() => setIsCreating(false)} /> : null}
    </>
  );
}
