import { type Issuer, startIssuer } from './issuer.ts';
import { test as base, type TestService } from './service.ts';

/** With an issuer that the tests of a file share. */
export const test = base.extend<{ issuer: Issuer }>({
  issuer: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const issuer = await startIssuer();
      await use(issuer);
      await issuer.close();
    },
    { scope: 'file' },
  ],
});

/** Presents a token without any key, in our live tenant unless another one is named. */
export const exchange = ({ anonymous, ours }: TestService, body: Record<string, unknown>) =>
  anonymous.call('exchangeToken', { body: { orgId: ours.orgId, ...body } });

/** Returns the audit log of exchanges in our live tenant, the newest first. */
export const audited = ({ sql, organizations }: TestService, orgId = organizations.ours.live.orgId) =>
  sql<{ actor_type: string; target_id: string | null; result: string; code: string | null; content: string }>(
    `select l.actor_type, l.target_id, l.result, l.code, p.content
       from audit_logs l join audit_personal p on (p.org_id, p.audit_id) = (l.org_id, l.id)
      where l.org_id = $1 and l.action = 'credential.exchange' order by l.created_at desc, l.id desc`,
    [orgId],
  );

export const reasonOf = async (service: TestService): Promise<string> =>
  JSON.parse((await audited(service))[0]?.content ?? '{}').reason;

export const refusal = { status: 401, body: { code: 'TOKEN_REFUSED', details: {} } };

/** All that a caller can tell two answers apart by, and which request it was. */
export async function answerOf(service: TestService, body: Record<string, unknown>) {
  const { status, body: answer, headers } = await exchange(service, body);
  const text = JSON.stringify(answer);
  return {
    status,
    body: answer,
    text,
    requestId: answer.requestId,
    challenge: headers.get('www-authenticate'),
  };
}
