import type { Config } from '../config.ts';
import { isThisMachine } from '../lib/address.ts';
import type { NewOrganization } from './creation.ts';

/** Returns the notice that is shown once, when an organization has been made: its ids and its keys. */
export const keysNotice = ({ live, test, verifying }: NewOrganization): string => `
These keys are shown only now; keep them. The first two can do everything in their data.

  live data   ${live.key}   (organization ${live.orgId})
  test data   ${test.key}   (organization ${test.orgId})
${verifying ? `  verifying   ${verifying.key}   (verifies test data, ${verifying.rateLimitPerMinute} times a minute)\n` : ''}`;

/** The main job, in lines that can be copied as they are. */
export const firstSteps = (baseUrl: string, { test, verifying }: NewOrganization, limits: Limits): string => `
Try it, in another terminal. Create an identity, issue a credential to it, and verify it as another service would:

  API=${baseUrl}/api/v1 KEY=${test.key}
  VERIFY_KEY=${verifying?.key ?? test.key}
  set -- -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json'
  verify() { curl -sS $API/credentials/verify -H "Authorization: Bearer $VERIFY_KEY" -H 'Content-Type: application/json' -d '{"credential":"'$SECRET'"}'; echo; }
  IDENTITY=$(curl -sS $API/identities "$@" -d '{"name":"deploy-bot","type":"CI_CD"}' | grep -o 'idn_[0-9a-z]*' | head -1)
  ISSUED=$(curl -sS $API/credentials "$@" -d '{"name":"deploy key","identityId":"'$IDENTITY'"}')
  ID=$(echo "$ISSUED" | grep -o 'cred_[0-9a-z]*' | head -1) SECRET=$(echo "$ISSUED" | grep -o 'kd_test_[0-9A-Za-z]\\{49\\}')
  verify

Rotate it with a grace period of 20 seconds; the old secret still works, then stops:

  curl -sS $API/credentials/$ID/rotate "$@" -d '{"gracePeriod":20}'; echo
  verify
  sleep 20; verify
${limitNotice(limits)}
Guides and the reference of every call: ${baseUrl}/docs

`;

type Limits = Pick<
  Config,
  'rateLimitPerMinute' | 'rateLimitMaxPerMinute' | 'rateLimitBurst' | 'verifyRateLimitPerMinute'
>;

/** Returns the notice about the limits that a first load test meets; empty where limits are off. */
function limitNotice(limits: Limits): string {
  const { rateLimitPerMinute, rateLimitMaxPerMinute, rateLimitBurst, verifyRateLimitPerMinute } = limits;
  if (rateLimitPerMinute === 0) return '';
  const counted = verifyRateLimitPerMinute === undefined ? 'verifications included' : 'without verifications';
  return `
A key makes ${rateLimitPerMinute} requests a minute, ${counted}, and ${rateLimitBurst} more; then it gets 429. The key for verifying makes ${rateLimitMaxPerMinute}.
To change it for one key: PATCH /credentials/$ID with {"rateLimitPerMinute":${rateLimitMaxPerMinute}}, at most RATE_LIMIT_MAX_PER_MINUTE.
For all keys: RATE_LIMIT_PER_MINUTE, and 0 switches the limits off (docs/rate-limits.md).
`;
}

/** Said at every start without a mail server. */
export const mailNotice = (baseUrl: string, folder: string): string =>
  `Mails, such as invitations, stay on this machine. Read them: ${isThisMachine(baseUrl) ? `${baseUrl}/dev/mail` : folder}\n\n`;
