import { Tabs } from '@mantine/core';
import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/settings.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { Administrators } from './administrators.tsx';
import { Organization } from './organization.tsx';
import { SigningKeys } from './signing-keys.tsx';

const pages = { organization: Organization, administrators: Administrators, keys: SigningKeys } as const;
type Name = keyof typeof pages;
const names = Object.keys(pages) as Name[];

export function Settings() {
  const [{ tab }, change] = useSearch();
  const may = { organization: true, administrators: useMay('directory.read'), keys: useMay('keys.read') };
  const offered = names.filter((name) => may[name]);
  const shown = offered.find((name) => name === tab) ?? 'organization';
  const Page = pages[shown];
  return (
    <>
      <PageHead title={texts.title} text={texts.text} />
      <Tabs value={shown} onChange={(value) => change({ tab: value ?? undefined })}>
        <Tabs.List>
          {offered.map((name) => (
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
