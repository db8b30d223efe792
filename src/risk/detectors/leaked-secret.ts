import type { FollowedEvent } from '../sql/inbox.ts';
import type { Found } from '../anomalies.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Fields of an event that are evidence of a leak. `secret` tells which secret it was, and never its value. */
const told = ['secret', 'source', 'url', 'action', 'reason', 'reportedBy', 'detectedBy', 'tokenType'];

/** LEAKED_SECRET: the secret was found where it must not be (`credential.leaked`). */
export function leakedSecret({ type, data, at }: FollowedEvent): Found[] {
  const credentialId = text(data['credentialId']);
  if (type !== 'credential.leaked' || credentialId === null) return [];
  const evidence = Object.fromEntries(told.filter((name) => name in data).map((name) => [name, data[name]]));
  const old = data['secret'] === 'PREVIOUS';
  return [
    {
      type: 'LEAKED_SECRET',
      severity: 'CRITICAL',
      score: 100,
      // The end of an old secret is another matter than that of one that may be let loose again.
      subject: old ? 'PREVIOUS' : '',
      identityId: text(data['identityId']),
      identityName: text(data['identityName']),
      credentialId,
      description: old
        ? 'Its old secret has leaked, and is no longer accepted'
        : 'Its secret has leaked: rotate it',
      evidence: { ...evidence, at: at.toISOString() },
      at,
    },
  ];
}
