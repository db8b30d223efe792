import { Tooltip } from '@mantine/core';
import { texts } from '../texts/ui.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How far a time is from now, such as “3 days ago”. */
export function fromNow(at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1000;
  const [unit, size] = steps.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1];
  return relative.format(Math.round(seconds / size), unit);
}

/** A time in the zone of the user, with UTC on hover. */
export function Moment({
  at,
  isDay = false,
  isRelative = false,
  isExact = false,
}: {
  at: string | null | undefined;
  isDay?: boolean;
  isRelative?: boolean;
  /** With seconds. */
  isExact?: boolean;
}) {
  if (!at) return <span>{texts.never}</span>;
  const date = new Date(at);
  return (
    <Tooltip
      label={`${date.toISOString().replace('T', ' ').slice(0, 19)} UTC`}
      events={{ hover: true, focus: true, touch: true }}
    >
      <time dateTime={at}>
        {isRelative ? fromNow(at) : (isDay ? day : isExact ? exact : moment).format(date)}
      </time>
    </Tooltip>
  );
}
