import { useMay } from '../../app/me.ts';
import { texts } from '../../texts/alerts.ts';
import { PageTabs } from '../../ui/page-tabs.tsx';

/** The pages of this section that the user may read. */
export function AlertTabs() {
  const mayReadAnomalies = useMay('anomalies.read');
  return (
    <PageTabs
      label={texts.tabs.label}
      tabs={[
        { to: 'alerts', title: texts.tabs.alerts },
        mayReadAnomalies && { to: 'alerts/anomalies', title: texts.tabs.anomalies },
        { to: 'alerts/rules', title: texts.tabs.rules },
      ]}
    />
  );
}
