import { Tabs } from '@mantine/core';
import { texts } from '../../texts/access.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { AccessPolicies } from './access-policies.tsx';
import { Decisions } from './decisions.tsx';
import { Devices } from './devices.tsx';
import { Locations } from './locations.tsx';

const pages = {
  policies: AccessPolicies,
  decisions: Decisions,
  locations: Locations,
  devices: Devices,
} as const;
const names = Object.keys(pages) as (keyof typeof pages)[];

export function Access() {
  const [{ tab }, change] = useSearch();
  const shown = names.find((name) => name === tab) ?? 'policies';
  const Page = pages[shown];
  return (
    <>
      <PageHead title={texts.title} text={texts.text} />
      <Tabs value={shown} onChange={(value) => change({ tab: value ?? undefined })}>
        <Tabs.List>
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown} pt="lg">
          <Page />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
