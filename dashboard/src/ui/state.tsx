import { Badge } from '@mantine/core';

const colours: Readonly<Record<string, string>> = {
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
  SUCCEEDED: 'green',
  SUCCESS: 'green',
  DELIVERED: 'green',
  VERIFIED: 'green',
  ALLOW: 'green',
  RESOLVED: 'green',
  LOW: 'green',
  COMPLIANT: 'green',
  MANAGED: 'blue',
  UNMANAGED: 'orange',
  INVITED: 'blue',
  PENDING: 'blue',
  TESTING: 'blue',
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
  DEAD: 'red',
};

const acronyms = new Set('AI API CD CI DNS IP JIT JWT MFA OIDC SAML SCIM TLS TOTP URL XML'.split(' '));

/** `PAST_DUE` as “Past due”, and `CI_CD` as “CI CD”. */
export const spoken = (value: string): string =>
  value
    .split('_')
    .map((word, at) => {
      if (acronyms.has(word.toUpperCase())) return word.toUpperCase();
      const low = word.toLowerCase();
      return at === 0 ? low.charAt(0).toUpperCase() + low.slice(1) : low;
    })
    .join(' ');

/** A value of an enumeration as a badge. It always has words, so that colour is not all that it says. */
export function State({ value }: { value: string }) {
  return (
    <Badge color={colours[value] ?? 'gray'} tt="none" miw="max-content">
      {spoken(value)}
    </Badge>
  );
}
