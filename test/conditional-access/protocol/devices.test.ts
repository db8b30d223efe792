import { generateKeyPairSync, hash, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfSignedCertificate } from '../../../src/saml-messages/self-signed.ts';
import { anAccessDevice, anAccessPolicy } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';

const password = 'vivid-harbor-cello-42';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CLIENT_CERT_PROXIES: '127.0.0.1' });
  await anAccessPolicy(service.ours, {
    decision: 'REQUIRE',
    requirements: ['COMPLIANT_DEVICE'],
    conditions: { applications: { include: ['keyward:account'] } },
  });
});
afterAll(() => service.stop());

/** A certificate of a device, as a proxy tells of it (RFC 9440). */
async function aCertificate(): Promise<{ header: string; thumbprint: string }> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = await selfSignedCertificate(keys, 'device', new Date());
  const { raw } = new X509Certificate(pem);
  return { header: `:${raw.toString('base64')}:`, thumbprint: hash('sha256', raw, 'hex') };
}

/** Signs a user in with a browser behind a proxy that tells of a certificate. */
async function signedInWith(origin: string, email: string, header: string | undefined) {
  const always: Record<string, string> = header === undefined ? {} : { 'client-cert': header };
  return aPerson(origin, undefined, always).signIn(service.ours.orgId ?? '', email, password);
}

describe('a policy that requires a compliant device', () => {
  test('lets its owner in with the certificate of the device, and no other user', async () => {
    const [email, other] = [anEmail(), anEmail()];
    const userId = await aUser(service.ours, { email, password });
    await aUser(service.ours, { email: other, password });
    const { header, thumbprint } = await aCertificate();
    const device = { userId, trust: 'compliant', certificateThumbprints: [thumbprint] };
    await anAccessDevice(service.ours, device);
    expect((await signedInWith(service.origin, email, header)).status).toBe(200);
    expect((await signedInWith(service.origin, email, undefined)).title).toBe('Sign-in blocked');
    expect((await signedInWith(service.origin, other, header)).title).toBe('Sign-in blocked');
    const { header: unknown } = await aCertificate();
    expect((await signedInWith(service.origin, email, unknown)).title).toBe('Sign-in blocked');
  });

  test('believes no certificate of a peer that is not in CLIENT_CERT_PROXIES', async () => {
    const email = anEmail();
    const userId = await aUser(service.ours, { email, password });
    const { header, thumbprint } = await aCertificate();
    await anAccessDevice(service.ours, { userId, trust: 'compliant', certificateThumbprints: [thumbprint] });
    const open = await service.startNode({ CLIENT_CERT_PROXIES: '', TRUSTED_PROXIES: '127.0.0.1' });
    expect((await signedInWith(open.origin, email, header)).title).toBe('Sign-in blocked');
    await open.stop();
  });

  test('refuses a device whose trust has expired at the next request', async () => {
    const email = anEmail();
    const userId = await aUser(service.ours, { email, password });
    const { header, thumbprint } = await aCertificate();
    const deviceId = await anAccessDevice(service.ours, {
      userId,
      trust: 'compliant',
      certificateThumbprints: [thumbprint],
    });
    const person = aPerson(service.origin, undefined, { 'client-cert': header });
    await person.signIn(service.ours.orgId ?? '', email, password);
    const account = `/account/${service.ours.orgId}`;
    expect((await person.get(account)).status).toBe(200);
    await service.sql(
      `update access_devices set trust_expires_at = now() - interval '1 second' where id = $1`,
      [deviceId],
    );
    expect((await person.get(account)).status).toBe(403);
  });
});
