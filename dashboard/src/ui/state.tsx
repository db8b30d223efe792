import { Badge } from '@mantine/core';
import { labels, openLabels, type Value } from '../texts/values.ts';

const colours: Readonly<Partial<Record<Value, string>>> = {
  ACTIVE: 'green',
  VALID: 'green',
  NOT_FOUND: 'red',
  POLICY_DENIED: 'red',
  IP_NOT_ALLOWED: 'red',
  INSUFFICIENT_SCOPE: 'orange',
  USAGE_EXCEEDED: 'orange',
  IDENTITY_INACTIVE: 'orange',
  HEALTHY: 'green',
  FAILING: 'red',
  ALLOWED: 'green',
  ASKED: 'orange',
  REQUIRE: 'orange',
  ENABLED: 'green',
  ENFORCE: 'green',
  PASSED: 'green',
  SUCCESS: 'green',
  VERIFIED: 'green',
  ALLOW: 'green',
  RESOLVED: 'green',
  LOW: 'green',
  compliant: 'green',
  managed: 'blue',
  unmanaged: 'orange',
  INVITED: 'blue',
  PENDING: 'blue',
  REPORT_ONLY: 'blue',
  ACKNOWLEDGED: 'blue',
  RETRYING: 'orange',
  SUSPENDED: 'orange',
  PAUSED: 'orange',
  HELD: 'orange',
  EXPIRED: 'orange',
  MEDIUM: 'yellow',
  HIGH: 'orange',
  OPEN: 'red',
  CRITICAL: 'red',
  REVOKED: 'red',
  FAILED: 'red',
  DISABLED: 'gray',
  DENIED: 'red',
  FAILURE: 'orange',
  BLOCK: 'red',
};

const words: Readonly<Record<string, string>> = { ...openLabels, ...labels };

/** `PAST_DUE` as “Past due”, for a value that a later version of the service has added. */
const guessed = (value: string): string => {
  const low = value.toLowerCase().replaceAll('_', ' ');
  return low.charAt(0).toUpperCase() + low.slice(1);
};

/** The label of a value of an enumeration. */
export const spoken = (value: Value): string => words[value] ?? guessed(value);

/** The label of a value that the contract does not list, such as the type of a resource. */
export const spokenOpen = (value: string): string => words[value] ?? guessed(value);

/** The choices of a field. */
export const choices = (values: readonly Value[]): { value: Value; label: string }[] =>
  values.map((value) => ({ value, label: spoken(value) }));

/** A value of an enumeration as a badge. It always has words, so that colour is not all that it says. */
export function State({ value }: { value: Value }) {
  return (
    <Badge color={colours[value] ?? 'gray'} tt="none" miw="max-content">
      {spoken(value)}
    </Badge>
  );
}
