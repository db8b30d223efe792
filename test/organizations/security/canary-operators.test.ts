import { expect, onTestFinished } from 'vitest';
import { leaksOf, serverLog, tablesAsText } from '../../support/canaries.ts';
import { createClient } from '../../support/client.ts';
import { invitationLink, mailCatcher } from '../../support/mail-catcher.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test } from '../../support/service.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { anEmail } from '../../support/users.ts';

const soon = { timeout: 20_000 };

test('the link of the first owner is nowhere but in the mail, and the key of the operator nowhere at all', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { url, mails } = await mailCatcher();
  const node = await startServiceProcess(service, {
    SMTP_URL: url,
    MAIL_FROM: 'keyward@example.com',
    LOG_LEVEL: 'trace',
  });
  const { secret, id: keyId } = await anOperatorKey(service.sql);
  const operator = createClient(node.origin, secret);
  const told: string[] = [];
  const tell = async (answer: Promise<{ body: unknown; headers: Headers; status: number }>) => {
    const { body, headers, status } = await answer;
    told.push(JSON.stringify([body, [...headers]]));
    return { body: body as { id: string }, status };
  };
  const ownerEmail = anEmail();
  const parts = { body: { name: 'Acme', ownerEmail }, headers: { 'idempotency-key': 'canary' } };
  const made = await tell(operator.call('createOrganization', parts));
  expect(made.status).toBe(201);
  await expect.poll(() => mails.length, soon).toBe(1);
  const path = { id: made.body.id };
  await tell(operator.call('createOrganization', parts));
  await tell(operator.call('listOrganizations'));
  await tell(operator.call('getOrganization', { path }));
  await tell(operator.call('updateOrganization', { path, body: { name: 'Acme Europe' } }));
  await tell(operator.call('updateOrganization', { path: { id: 'x' }, body: { name: 'Acme Europe' } }));
  // Where a key does not belong.
  await tell(operator.call('listIdentities'));
  await tell(
    createClient(node.origin, service.ours.key).call('verifyCredential', { body: { credential: secret } }),
  );
  const inAddress = await sendRaw(node.origin, {
    path: `/api/v1/organizations?key=${secret}`,
    headers: { authorization: `Bearer ${secret}`, 'x-request-id': secret },
  });
  told.push(inAddress.text, JSON.stringify(inAddress.headers));
  expect(inAddress.status).toBe(400);
  // A key that lost its last character is nearly as good as the key.
  const cut = await sendRaw(node.origin, {
    method: 'PATCH',
    path: `/api/v1/organizations/${service.organizations.ours.live.orgId}`,
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'x-request-id': secret.slice(0, -1),
    },
    body: '{"name":"Acme of ours"}',
  });
  told.push(cut.text, JSON.stringify(cut.headers));
  expect(cut.status).toBe(200);
  const { token } = invitationLink(mails[0]?.raw ?? '');
  expect(mails).toMatchObject([{ recipients: [ownerEmail] }]);
  expect(token).toHaveLength(43);
  node.signal('SIGTERM');
  await node.ended;

  const stored = await tablesAsText(service);
  const places = {
    'a response': told.join('\n'),
    'the log': node.printed(),
    'the database': stored,
    'the log of Postgres': serverLog(),
  };
  expect(leaksOf([secret, token], places)).toEqual([]);
  expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  // The places hold what they are searched for.
  expect(stored).toContain(keyId);
  expect(node.printed()).toContain('createOrganization');
  expect(node.printed()).not.toContain(ownerEmail);
});
