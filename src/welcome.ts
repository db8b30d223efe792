import type { NewOrganization } from './database/bootstrap.ts';

/** What is said once, when an organization has been made: its ids and its two keys. */
export const keysNotice = ({ live, test }: NewOrganization): string => `
These two keys can do everything in their data. They are shown only now; keep them.

  live data   ${live.key}   (organization ${live.orgId})
  test data   ${test.key}   (organization ${test.orgId})
`;

/** The main job in three lines that can be copied as they are. */
export const firstSteps = (baseUrl: string, { test }: NewOrganization): string => `
Try it, in another terminal: create an identity, issue a credential to it, verify the credential.

  API=${baseUrl}/api/v1 KEY=${test.key}
  set -- -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json'
  ID=$(curl -sS $API/identities "$@" -d '{"name":"deploy-bot","type":"CI_CD"}' | grep -o 'idn_[0-9a-z]*' | head -1)
  SECRET=$(curl -sS $API/credentials "$@" -d '{"name":"deploy key","identityId":"'$ID'"}' | grep -o 'kd_test_[0-9A-Za-z]\\{49\\}')
  curl -sS $API/credentials/verify "$@" -d '{"credential":"'$SECRET'"}'

The reference of every call: ${baseUrl}/docs

`;
