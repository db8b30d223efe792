// Measures the memory of 1,000 tenants beside that of one. Each tenant has a SAML key and a service provider. Two processes answer as
// many sign-ons, in turn, several times. Then one tenant more must replace the tenant that was not used for longest.
// Part of `make bench`. Options: --tenants=<count> --rounds=<count>
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/database/open.ts';
import { createVault } from '../src/platform/vault.ts';
import { buildAuthnRequest } from '../src/saml-messages/build/authn-request.ts';
import { redirectUrl } from '../src/saml-messages/build/bindings.ts';
import { newMessageId } from '../src/saml-messages/build/parts.ts';
import { storedForm } from '../src/saml-metadata/certificates.ts';
import type { Child } from './children.ts';
import { megabytes } from './report.ts';
import { note, type Rig, type Server, withRig } from './rig.ts';
import { type SamlTenant, seedSamlTenants } from './seed-saml.ts';
import type { Memory } from './servers/memory.ts';
import { baseUrl } from './servers/stub-app.ts';

const { values: options } = parseArgs({
  options: { tenants: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
});
const [count, rounds] = [Number(options.tenants), Number(options.rounds)];
const aim = 150;
/** As many keys as the service keeps (src/saml/saml-keys.ts). Only with as many tenants is one more too many. */
const mostKept = 1_000;

/** Signs a user on as a browser does: metadata, request, response. */
async function signOn(
  { ready: { port } }: Child<Server>,
  { orgId, certificate, serviceProvider, token }: SamlTenant,
): Promise<void> {
  const here = `http://127.0.0.1:${port}`;
  const path = `/api/saml/${orgId}`;
  const { entityId: issuer, acsUrl, key } = serviceProvider;
  const metadata = await answerOf(await fetch(`${here}${path}/metadata`), 200);
  if (!metadata.includes(bareOf(certificate))) throw new Error('The metadata has another certificate');
  const destination = `${baseUrl}${path}/sso`;
  const content = { id: newMessageId(), issuer, issueInstant: new Date(), destination };
  const xml = buildAuthnRequest({ ...content, assertionConsumerServiceUrl: acsUrl }, 'by-query');
  const { search } = new URL(redirectUrl(destination, { parameter: 'SAMLRequest', xml }, key));
  const received = await fetch(`${here}${path}/sso${search}`, { redirect: 'manual' });
  await answerOf(received, 303);
  const location = received.headers.get('location') ?? '';
  const cookie = `kd_session=${token}`;
  const page = await answerOf(await fetch(`${here}${location}`, { headers: { cookie } }), 200);
  const [, message = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(page) ?? [];
  const response = Buffer.from(message, 'base64').toString();
  if (!response.includes('status:Success') || !response.includes('<saml:EncryptedAssertion'))
    throw new Error(`The response has no assertion: ${response || page}`);
}

async function answerOf(response: Response, status: number): Promise<string> {
  const text = await response.text();
  if (response.status !== status) throw new Error(`${response.status}: ${text}`);
  return text;
}

const bareOf = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '');

/** The texts that the service reads the certificates from, in the order of a sign-on. */
const certificatesOf = ({ certificate, serviceProvider: { key } }: SamlTenant): string[] => [
  storedForm({ pem: key.certificate }),
  certificate,
];

/** Returns the memory of a process that signed users of these tenants on. */
async function holding(
  rig: Rig<undefined>,
  tenants: readonly SamlTenant[],
  oneMore?: SamlTenant,
): Promise<Memory> {
  const { databaseUrl, masterKey } = rig;
  const child = await rig.start('servers/saml-tenants.ts', { databaseUrl, masterKey });
  // The number of sign-ons is the same for every number of tenants. Compiled code and a grown heap do not count as the cost of
  // one tenant.
  for (let done = 0; done < 2 * count; done++) {
    await signOn(child, tenants[done % tenants.length] as SamlTenant);
    // Otherwise the process keeps the pages that the garbage of its busiest moment took.
    if (done % 200 === 0) await child.ask('collect');
  }
  const held = await child.ask<Memory>('memory');
  strictEqual(await child.ask<number>('opened'), tenants.length, 'Each key is opened once');
  if (oneMore) await requireBound(child, tenants, oneMore);
  await child.stop();
  return held;
}

/** One tenant more must replace the first one, and no other. */
async function requireBound(
  child: Child<Server>,
  tenants: readonly SamlTenant[],
  oneMore: SamlTenant,
): Promise<void> {
  const texts = tenants.flatMap(certificatesOf);
  await child.ask('note', texts);
  await signOn(child, oneMore);
  // The newest come first, because a certificate that is read again replaces the oldest.
  const kept = await child.ask<boolean[]>('kept', texts.toReversed());
  deepStrictEqual(
    kept.map((isKept, at) => (isKept ? -1 : kept.length - 1 - at)).filter((at) => at >= 0),
    [1, 0],
    'Only the certificates of the first tenant are replaced',
  );
  const opened = async (tenant: SamlTenant | undefined): Promise<number> => {
    const before = await child.ask<number>('opened');
    await signOn(child, tenant as SamlTenant);
    return (await child.ask<number>('opened')) - before;
  };
  strictEqual(await opened(tenants.at(-1)), 0, 'The key of the last tenant is kept');
  strictEqual(await opened(tenants[2]), 0, 'The key of the third tenant is kept');
  strictEqual(await opened(tenants[0]), 1, 'The key of the first tenant is replaced');
  strictEqual(await opened(tenants[1]), 1, 'The first tenant replaces the second');
}

await withRig<undefined>(
  () => Promise.resolve(undefined),
  async (rig) => {
    const database = await openDatabase(rig.databaseUrl, 2);
    const vault = createVault([Buffer.from(rig.masterKey, 'base64')]);
    const seeded = await seedSamlTenants(database, vault, count + 1);
    await database.close();
    const tenants = seeded.slice(0, count);
    const oneMore = count === mostKept ? seeded[count] : undefined;
    const more: Memory[] = [];
    for (let round = 1; round <= rounds; round++) {
      const [one, many] = [
        await holding(rig, tenants.slice(0, 1)),
        await holding(rig, tenants, round === 1 ? oneMore : undefined),
      ];
      more.push({ kept: many.kept - one.kept, resident: many.resident - one.resident });
      note(`round ${round}: ${many.resident.toFixed(0)} MB, with one tenant ${one.resident.toFixed(0)} MB`);
    }
    const resident = more.map((held) => held.resident);
    process.stdout.write(
      `${count} tenants need more than one, in ${rounds} rounds:\n` +
        `kept ${megabytes(more.map((held) => held.kept))}, resident ${megabytes(resident)}\n` +
        `aim ${aim} MB: ${resident.every((each) => each < aim) ? 'reached' : 'missed'}\n` +
        `one tenant more replaces the oldest: ${oneMore ? 'verified' : `only with ${mostKept} tenants`}\n`,
    );
  },
);
