import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/settings.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Members } from './members.tsx';
import { Organization } from './organization.tsx';
import { SigningKeys } from './signing-keys.tsx';

export function Settings() {
  const mayReadUsers = useMay('directory.read');
  const mayReadCredentials = useMay('credentials.read');
  const mayReadKeys = useMay('keys.read');
  return (
    <>
      <PageHead title={texts.title} text={texts.text} />
      <TabsInAddress
        parts={[
          { name: 'organization', title: texts.tabs.organization, content: <Organization /> },
          mayReadUsers && { name: 'members', title: texts.tabs.members, content: <Members /> },
          mayReadCredentials && { name: 'api-keys', title: texts.tabs.apiKeys, content: <ApiKeys /> },
          mayReadKeys && { name: 'keys', title: texts.tabs.keys, content: <SigningKeys /> },
        ]}
      />
    </>
  );
}
