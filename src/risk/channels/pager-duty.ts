import { cut } from '../../lib/cut.ts';
import type { ChannelMessage } from './message.ts';

const severities = { LOW: 'info', MEDIUM: 'warning', HIGH: 'error', CRITICAL: 'critical' } as const;

/** Returns an event of the Events API v2. Events of one alert have one `dedup_key`, so PagerDuty has one incident for it. */
export function pagerDutyBody(
  { id, event, severity, title, description, rule, environment, at, link }: ChannelMessage,
  routingKey: string,
) {
  const about = { routing_key: routingKey, event_action: event, dedup_key: id };
  if (event !== 'trigger') return about;
  return {
    ...about,
    client: 'Keyward',
    client_url: link,
    links: [{ href: link, text: 'Open in Keyward' }],
    payload: {
      // The limit of PagerDuty.
      summary: cut(`${title}: ${description}`, 1_024),
      source: new URL(link).host,
      severity: severities[severity],
      timestamp: at.toISOString(),
      component: environment,
      custom_details: { description, rule, environment },
    },
  };
}
