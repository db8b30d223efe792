import { Tabs } from '@mantine/core';
import { texts } from '../../texts/sign-in.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { Branding } from './branding.tsx';
import { Links } from './links.tsx';
import { Passkeys } from './passkeys.tsx';
import { Passwords } from './passwords.tsx';
import { Registration } from './registration.tsx';
import { SocialProviders } from './social-providers.tsx';
import { Apps } from './totp.tsx';

const pages = {
  passwords: Passwords,
  apps: Apps,
  passkeys: Passkeys,
  links: Links,
  registration: Registration,
  social: SocialProviders,
  branding: Branding,
} as const;
type Name = keyof typeof pages;
const names = Object.keys(pages) as Name[];

export function SignIn() {
  const [{ tab }, change] = useSearch();
  const shown = names.find((name) => name === tab) ?? 'passwords';
  const Page = pages[shown];
  return (
    <>
      <PageHead title={texts.title} text={texts.text} />
      <Tabs value={shown} onChange={(value) => change({ tab: value ?? undefined })} mb="lg">
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
