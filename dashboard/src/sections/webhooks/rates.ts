import type { WebhookStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/ui.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** The share of the deliveries that succeeded. */
export const delivered = ({ totalDeliveries, successfulDeliveries }: WebhookStats): string =>
  totalDeliveries === 0 ? texts.none : percent.format(successfulDeliveries / totalDeliveries);

/** How long an attempt took, such as `84 ms`. */
export const milliseconds = (value: number): string => `${value.toLocaleString('en')}\u00a0ms`;
