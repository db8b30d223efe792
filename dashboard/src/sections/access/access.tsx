import { texts } from '../../texts/access.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { AccessPolicies } from './access-policies.tsx';
import { Decisions } from './decisions.tsx';
import { Devices } from './devices.tsx';
import { Locations } from './locations.tsx';

export function Access() {
  return (
    <>
      <PageHead title={texts.title} text={texts.text} />
      <TabsInAddress
        parts={[
          { name: 'policies', title: texts.tabs.policies, content: <AccessPolicies /> },
          { name: 'decisions', title: texts.tabs.decisions, content: <Decisions /> },
          { name: 'locations', title: texts.tabs.locations, content: <Locations /> },
          { name: 'devices', title: texts.tabs.devices, content: <Devices /> },
        ]}
      />
    </>
  );
}
