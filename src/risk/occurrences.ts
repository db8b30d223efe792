import { isObject } from '../lib/object.ts';
import { isSeverity } from './severity.ts';
import type { FollowedEvent } from './sql/inbox.ts';
import type { Occurrence } from './raising.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Returns the occurrence of an event that may be worth an alert; undefined for most events. Names of users are
 * left out, because they would outlive their erasure.
 */
export function occurrenceOf({ type, data }: FollowedEvent): Occurrence | undefined {
  const identityId = text(data['identityId']);
  const credentialId = text(data['credentialId']);
  const name = text(data['identityName']) ?? 'An identity';
  const severity = isSeverity(data['severity']) ? data['severity'] : 'MEDIUM';
  switch (type) {
    case 'anomaly.detected': {
      const id = text(data['anomalyId']);
      const description = text(data['description']) ?? '';
      return {
        trigger: type,
        always: false,
        // One subject for each identity: otherwise a bad night would make an alert for each of its credentials and
        // addresses.
        subject: `anomaly:${identityId ?? id}`,
        severity,
        title: `An anomaly was detected: ${text(data['type'])}`,
        description: `${name}: ${description}`,
        source: { type: 'ANOMALY', id },
        identityId,
      };
    }
    case 'policy.violated': {
      const id = text(data['policyId']);
      const details = isObject(data['details']) ? data['details'] : {};
      const { actions, count } = details;
      return {
        trigger: type,
        // The actions of one that only watches are not taken.
        always: data['mode'] === 'ENFORCE' && Array.isArray(actions) && actions.includes('ALERT'),
        subject: `policy:${id}`,
        severity,
        title: 'A policy was violated',
        description: `${name} attempted ${text(data['action'])}, and the policy ${text(data['policyName'])} forbids it (${text(data['outcome'])})`,
        source: { type: 'POLICY', id },
        identityId,
        count: typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 1,
      };
    }
    case 'credential.leaked':
      return {
        trigger: type,
        always: true,
        subject: `leak:${credentialId}`,
        severity: 'CRITICAL',
        title: 'A secret has leaked',
        description:
          data['secret'] === 'PREVIOUS'
            ? `The old secret of a credential of ${name} has leaked, and is no longer accepted`
            : `The secret of a credential of ${name} has leaked: rotate it`,
        source: { type: 'CREDENTIAL', id: credentialId },
        identityId,
      };
    case 'credential.expiring':
      return {
        trigger: type,
        always: false,
        subject: `expiring:${credentialId}`,
        severity: 'MEDIUM',
        title: 'A credential is about to expire',
        description: `A credential of ${name} expires at ${text(data['expiresAt'])}: rotate or extend it`,
        source: { type: 'CREDENTIAL', id: credentialId },
        identityId,
      };
    case 'access.exclusion_used': {
      const policyId = text(data['policyId']);
      const userId = text(data['userId']);
      const { count } = data;
      const subject = userId === null ? `The identity ${identityId}` : `The user ${userId}`;
      return {
        trigger: type,
        always: true,
        subject: `exclusion:${policyId}:${userId ?? identityId}`,
        severity: 'HIGH',
        title: 'An exclusion from a policy was used',
        description: `${subject} used ${text(data['application']) ?? 'a key'}. The policy ${text(data['policyName'])} would not have allowed it, but excludes it by its ID. Check that the use was meant.`,
        source: { type: 'POLICY', id: policyId },
        identityId,
        ...(typeof count === 'number' ? { count } : {}),
      };
    }
    default:
      return undefined;
  }
}

interface Disowned {
  id: string;
  name: string;
}

const mostNamed = 10;

/** Reports that the owner of identities has left: one alert for all of them. */
export function ownerLeft(
  trigger: 'user.deprovisioned' | 'user.deleted',
  userId: string,
  identities: readonly Disowned[],
): Occurrence[] {
  const [first] = identities;
  if (!first) return [];
  const names = identities.slice(0, mostNamed).map(({ name }) => name);
  const more = identities.length > mostNamed ? ` and ${identities.length - mostNamed} more` : '';
  return [
    {
      trigger,
      always: true,
      subject: `owner:${userId}`,
      severity: 'MEDIUM',
      title: 'The owner of identities has left',
      description: `These identities no longer have an owner: ${names.join(', ')}${more}. Name another owner`,
      source: { type: 'USER', id: userId },
      identityId: identities.length === 1 ? first.id : null,
    },
  ];
}
