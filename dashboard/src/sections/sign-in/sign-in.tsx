import { texts } from '../../texts/sign-in.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { Branding } from './branding.tsx';
import { Links } from './links.tsx';
import { MailTemplates } from './mail-templates.tsx';
import { Passkeys } from './passkeys.tsx';
import { Passwords } from './passwords.tsx';
import { Registration } from './registration.tsx';
import { SocialProviders } from './social-providers.tsx';
import { Apps } from './totp.tsx';

export function SignIn() {
  return (
    <>
      <PageHead title={texts.title} text={texts.text} />
      <TabsInAddress
        parts={[
          { name: 'passwords', title: texts.tabs.passwords, content: <Passwords /> },
          { name: 'apps', title: texts.tabs.apps, content: <Apps /> },
          { name: 'passkeys', title: texts.tabs.passkeys, content: <Passkeys /> },
          { name: 'links', title: texts.tabs.links, content: <Links /> },
          { name: 'registration', title: texts.tabs.registration, content: <Registration /> },
          { name: 'social', title: texts.tabs.social, content: <SocialProviders /> },
          { name: 'branding', title: texts.tabs.branding, content: <Branding /> },
          { name: 'mails', title: texts.tabs.mails, content: <MailTemplates /> },
        ]}
      />
    </>
  );
}
