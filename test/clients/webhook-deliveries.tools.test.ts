import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { isWebhookEvent, type KeywardError, verifyWebhook } from '../../clients/typescript/src/index.ts';
import { pythonTools } from '../../scripts/python-tools.ts';
import { aCredential } from '../support/builders.ts';
import { lacks } from '../support/programs.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { startTestService, test } from '../support/service.ts';
import { createWebhook, delivering, soon } from '../support/webhooks.ts';

// A delivery that the service has really sent, after a rotation of the secret, as both clients see it.
const tools = pythonTools([3, 10]);
const withoutPython = 'missing' in tools && lacks(undefined, `the Python client: ${tools.missing}`);

/** A delivery, and both secrets that sign it. */
async function aDelivery(): Promise<{ sent: Received; secret: string; previous: string }> {
  const service = await startTestService(delivering);
  onTestFinished(() => service.stop());
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const { ours } = service;
  const { id, signingSecret: previous } = await createWebhook(ours, {
    url: receiver.url,
    events: ['credential.rotated'],
  });
  const { body } = await ours.call('rotateWebhookSecret', { path: { id }, body: { gracePeriod: 60 } });
  await ours.call('rotateCredential', { path: { id: (await aCredential(ours)).id } });
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const [sent] = receiver.received;
  if (!sent) throw new Error('nothing came');
  return { sent, secret: body.signingSecret, previous };
}

const stranger = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const altered = (raw: Buffer): Buffer =>
  Buffer.from(raw.toString().replace('"type":"credential.', '"type":"credentia1.'));

describe('a delivery during the grace period of a secret', () => {
  test('is verified by the TypeScript client with either secret, and with a type of its own', async () => {
    const {
      sent: { raw, headers },
      secret,
      previous,
    } = await aDelivery();
    const verify = (body: Buffer, with_: string) =>
      verifyWebhook(body, headers, with_).catch((error: unknown) => (error as KeywardError).code);

    for (const one of [secret, previous]) expect(await verify(raw, one)).toEqual(JSON.parse(raw.toString()));
    expect(await verify(raw, stranger)).toBe('SIGNATURE_MISMATCH');
    expect(await verify(altered(raw), secret)).toBe('SIGNATURE_MISMATCH');
    const event = await verifyWebhook(raw, headers, secret);
    if (!isWebhookEvent(event, 'credential.rotated')) throw new Error('another event');
    expect(event.data.previousCredentialExpiry).toMatch(/^20/);
  });

  test.skipIf(withoutPython)('is verified by the Python client with either secret', async () => {
    const {
      sent: { raw, headers },
      secret,
      previous,
    } = await aDelivery();
    const python = 'missing' in tools ? '' : resolve(tools.folder, 'bin/python');
    const env = { PYTHONPATH: resolve('clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    const verify = (body: Buffer, with_: string): string =>
      execFileSync(python, ['-c', program, JSON.stringify(headers), with_], {
        input: body,
        env,
        encoding: 'utf8',
      }).trim();

    for (const one of [secret, previous]) expect(verify(raw, one)).toMatch(/^cred_\w+ replaced before 20/);
    expect(verify(raw, stranger)).toBe('SIGNATURE_MISMATCH');
    expect(verify(altered(raw), secret)).toBe('SIGNATURE_MISMATCH');
  });
});

const program = `
import json, sys
from keyward_client import WebhookVerificationError, is_webhook_event, verify_webhook

try:
    event = verify_webhook(sys.stdin.buffer.read(), json.loads(sys.argv[1]), sys.argv[2])
except WebhookVerificationError as error:
    print(error.code)
else:
    if is_webhook_event(event, "credential.rotated"):
        print(event["data"]["credentialId"], "replaced before", event["data"]["previousCredentialExpiry"])
`;
