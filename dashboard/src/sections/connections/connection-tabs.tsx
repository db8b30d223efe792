import { type ReactNode, useState } from 'react';
import { useMay } from '../../app/me.ts';
import type { ConnectionTrace } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { TabsInAddress } from '../../ui/page-tabs.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { Preview } from './preview.tsx';
import type { Protocol } from './product-steps.ts';
import { Traces } from './traces.tsx';

const { pageTabs: words } = texts;

interface Parts {
  id: string;
  protocol: Protocol;
  setup: ReactNode;
  settings: ReactNode;
}

/** What a connection is, how it behaves, and what came of its sign-ins. */
export function ConnectionTabs({ id, protocol, setup, settings }: Parts) {
  const [, change] = useSearch();
  // The claims of a trace may be personal, so that the address does not have them.
  const [trace, setTrace] = useState<ConnectionTrace>();
  const mayPreview = useMay('directory.read');
  const onPreview = (one: ConnectionTrace) => {
    setTrace(one);
    change({ tab: 'preview', outcome: undefined, reference: undefined });
  };
  return (
    <TabsInAddress
      parts={[
        { name: 'setup', title: words.setup, content: setup },
        { name: 'settings', title: words.settings, content: settings },
        {
          name: 'signIns',
          title: words.signIns,
          content: <Traces id={id} onPreview={mayPreview ? onPreview : undefined} />,
        },
        mayPreview && {
          name: 'preview',
          title: words.preview,
          content: <Preview key={trace?.id} id={id} protocol={protocol} trace={trace} />,
        },
      ]}
    />
  );
}
