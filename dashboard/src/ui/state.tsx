import { Badge } from '@mantine/core';

const colours: Readonly<Record<string, string>> = {
  ACTIVE: 'green',
  ENABLED: 'green',
  SUCCEEDED: 'green',
  DELIVERED: 'green',
  VERIFIED: 'green',
  ALLOW: 'green',
  RESOLVED: 'green',
  LOW: 'green',
  INVITED: 'blue',
  PENDING: 'blue',
  TESTING: 'blue',
  REPORT_ONLY: 'blue',
  ACKNOWLEDGED: 'blue',
  RETRYING: 'orange',
  SUSPENDED: 'orange',
  PAUSED: 'orange',
  EXPIRED: 'orange',
  MEDIUM: 'yellow',
  HIGH: 'orange',
  OPEN: 'red',
  CRITICAL: 'red',
  REVOKED: 'red',
  FAILED: 'red',
  DISABLED: 'gray',
  DENIED: 'red',
  BLOCK: 'red',
  DEAD: 'red',
};

/** `PAST_DUE` as “Past due”. */
export const spoken = (value: string): string => {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A value of an enumeration as a badge. It always has words, so that colour is not all that it says. */
export function State({ value }: { value: string }) {
  return (
    <Badge color={colours[value] ?? 'gray'} tt="none" miw="max-content">
      {spoken(value)}
    </Badge>
  );
}
