// The most expensive requests that a caller, an identity provider and a stranger may send to the federation.
// The examples of the contract are rejected early.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { formType } from '../../src/lib/form.ts';
import { nameIdFormats } from '../../src/saml-messages/names.ts';
import { buildLogoutRequest } from '../../src/saml-messages/build/logout.ts';
import type { SigningKey } from '../../src/saml-messages/build/sign.ts';
import { aLogout } from '../../test/support/logout-tokens.ts';
import { secondsFromNow } from '../../test/support/issuer.ts';
import type { Person } from '../../test/support/person.ts';
import { idpKey, idpMetadataOf } from '../../test/support/saml-connections.ts';
import { partner } from '../../test/support/saml-messages.ts';
import {
  arrive,
  awayBySaml,
  responseTo,
  samlConnected,
  type SamlConnected,
  type Says,
} from '../../test/support/saml-upstream.ts';
import { aSamlLogout } from '../../test/support/saml-upstream-logout.ts';
import type { TestService } from '../../test/support/service.ts';
import { aHolder, type Holder } from '../../test/support/setup-links.ts';
import { away, connected, startUpstream } from '../../test/support/upstream.ts';
import type { Attack, Shot } from './attack.ts';
import { keyed, limits } from './callers.ts';

/** So many requests are enough to measure for 24 s at their rate. Others in the same minute send them again. */
const different = 130;

/** With the nodes that every response has, so many values reach the limit of a response. */
const mostValues = 1_850;
/** With the nodes that every message has, so many reach the limit of a request. */
const mostIndexes = 260;

const groups = (length: number): string[] => Array.from({ length }, (_, n) => `group ${n % 50}`);

async function many(make: () => Promise<Shot> | Shot): Promise<Shot[]> {
  const shots: Shot[] = [];
  while (shots.length < different) shots.push(await make());
  return shots;
}

const posted = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Shot => {
  const body = new URLSearchParams(fields).toString();
  const own = { 'content-type': formType, 'content-length': String(Buffer.byteLength(body)) };
  return { method: 'POST', path, headers: { ...headers, ...own }, body };
};

const opened = (path: string, person: Person): Shot => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', ...person.cookies.sent(path) },
});

/** The most expensive requests of the federation. @param origin of the service that is attacked */
export async function* federationAttacks(service: TestService, origin: string): AsyncGenerator<Attack> {
  yield* bySaml(service, origin);
  yield* byOidc(service);
  yield* byHolders(service);
  yield* byAdministrators(service);
}

/**
 * Yields attacks by SAML. The preparation of an attack uses the service of this process, which has no rate
 * limits.
 */
async function* bySaml(service: TestService, origin: string): AsyncGenerator<Attack> {
  const { ours, sql } = service;
  const prepared = await samlConnected(service);
  const moved = (url: string): string => `http://localhost:${new URL(origin).port}${new URL(url).pathname}`;
  const connection = {
    ...prepared,
    spEntityId: moved(prepared.spEntityId),
    acsUrl: moved(prepared.acsUrl),
    sloUrl: moved(prepared.sloUrl),
  };
  const large: Says = { attributes: [{ name: 'groups', values: groups(mostValues) }] };
  const response = (key: SigningKey, says: Says = large): Shot =>
    posted(new URL(connection.acsUrl).pathname, {
      SAMLResponse: Buffer.from(
        responseTo(connection, `_${randomUUID()}`, { ...says, protection: { ...says.protection, key } }),
      ).toString('base64'),
      RelayState: 'x'.repeat(43),
    });
  yield {
    name: 'federation: the longest signed responses',
    shots: await many(() => response(partner)),
    ...limits.connection,
  };
  const both = { ...large, protection: { signResponse: true } };
  yield {
    name: 'federation: the longest responses, both signed',
    shots: await many(() => response(partner, both)),
    ...limits.connection,
  };
  const stranger = await idpKey();
  yield {
    name: 'federation: the longest responses of strangers',
    shots: await many(() => response({ ...stranger, algorithm: 'rsa-sha256' })),
    ...limits.connection,
  };
  yield {
    name: 'federation: SAML sign-ins',
    shots: await many(() => finishing(service, prepared)),
    ...limits.connection,
  };
  yield {
    name: 'federation: signed logouts with 300 nodes',
    shots: await many(() => {
      const nameId = { value: randomUUID(), format: nameIdFormats.persistent };
      const sessionIndexes = Array.from({ length: mostIndexes }, (_, n) => `_${n}`);
      const xml = buildLogoutRequest(aSamlLogout(connection, { nameId, sessionIndexes }), partner);
      const SAMLRequest = Buffer.from(xml).toString('base64');
      return posted(new URL(connection.sloUrl).pathname, { SAMLRequest });
    }),
    ...limits.connection,
  };
  await sql(
    `insert into federation_traces (org_id, id, connection_id, verified, outcome, claims, user_id, message)
     select t.org_id, 'trc_' || lpad(n::text, 26, '0'), t.connection_id, true, t.outcome, t.claims, t.user_id, t.message
       from (select * from federation_traces where connection_id = $1 and message is not null
              order by octet_length(message) desc limit 1) t, generate_series(1, 1000) as n`,
    [connection.id],
  );
  yield {
    name: 'federation: the longest traces',
    shots: await keyed(ours, 'GET', `/api/v1/federation/${connection.id}/traces?limit=100`, [undefined]),
    ...limits.key,
  };
}

/** A browser that comes back with the longest response that is kept, and signs a new user in. */
async function finishing(service: TestService, connection: SamlConnected): Promise<Shot> {
  const { person, asked } = await awayBySaml(service, connection);
  const name = randomUUID();
  const says = {
    nameId: { value: name, format: nameIdFormats.persistent },
    attributes: [
      { name: 'email', values: [`${name}@${connection.domain}`] },
      { name: 'groups', values: groups(100) },
      { name: 'notes', values: [Buffer.from(name.repeat(100)).toString('hex')] },
    ],
  };
  const xml = responseTo(connection, asked.id, says);
  let arrived = await arrive(service, connection, xml, asked.relayState);
  // All of them come from one address, which may send a part of them at once.
  while (arrived.status === 429) {
    await wait(1_000);
    arrived = await arrive(service, connection, xml, asked.relayState);
  }
  if (arrived.status !== 303) throw new Error(`the response was answered ${arrived.status}`);
  return opened(arrived.location, person);
}

async function* byOidc(service: TestService): AsyncGenerator<Attack> {
  const upstream = await startUpstream({ alg: 'RS256' });
  const connection = await connected(service, upstream);
  const claims = {
    email_verified: true,
    groups: groups(2_000),
    ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`claim${n}`, `value ${n}`.repeat(5)])),
  };
  const callbacks = await many(async () => {
    const sub = randomUUID();
    const own = { sub, email: `${sub}@${connection.domain}` };
    const { person, callback } = await away(service, connection, own);
    return opened(callback, person);
  });
  upstream.answer = async (asked) => {
    const sub = randomUUID();
    const own = { ...claims, sub, email: `${sub}@${connection.domain}` };
    return { access_token: 'x', token_type: 'Bearer', id_token: await upstream.idToken(asked, own) };
  };
  yield { name: 'federation: OpenID Connect sign-ins', shots: callbacks, ...limits.connection };
  const tokens = await many(async () => {
    const said = {
      aud: 'keyward',
      jti: randomUUID(),
      sub: randomUUID(),
      iat: secondsFromNow(0),
      more: groups(250),
    };
    const logout_token = await upstream.sign(aLogout(said), { typ: 'logout+jwt' });
    return posted(`/api/v1/federation/oidc/${connection.id}/backchannel-logout`, { logout_token });
  });
  yield { name: 'federation: the longest logout tokens', shots: tokens, ...limits.page };
  await upstream.close();
}

/** 400 KB of metadata. */
const longMetadata = async (): Promise<string> => {
  const entityId = `https://login.acme.invalid/${randomUUID()}`;
  const xml = await idpMetadataOf({ entityId });
  const extensions = `<md:Extensions><x:x xmlns:x="urn:x">${'<x:y z="1"/>'.repeat(15_000)}</x:x></md:Extensions>`;
  return xml.replace(/(<md:EntityDescriptor[^>]*>)/, `$1${extensions}`);
};

async function* byHolders(service: TestService): AsyncGenerator<Attack> {
  const holder = await aHolder(service);
  const xml = await longMetadata();
  const page = await holder.person.open(`${holder.path}?provider=okta&protocol=SAML`);
  const form = page.forms.find(({ action }) => action.endsWith('/saml'));
  if (!form) throw new Error(`no form: ${page.status} ${page.forms.map(({ action }) => action).join(' ')}`);
  const cookies = ({ person, path }: Holder) => person.cookies.sent(path);
  const submit = posted(form.action, { ...form.fields, metadata_xml: xml }, cookies(holder));
  yield { name: 'federation: metadata of holders', shots: [submit], ...limits.page };
  const shown = opened(holder.path, holder.person);
  yield { name: 'federation: pages of holders', shots: [shown], ...limits.page };
}

async function* byAdministrators(service: TestService): AsyncGenerator<Attack> {
  const { ours } = service;
  const xml = await longMetadata();
  const bodies = Array.from({ length: different }, () => ({
    name: 'Acme',
    metadataXml: xml.replace('login.acme.invalid/', `login.acme.invalid/${randomUUID()}/`),
  }));
  yield {
    name: 'federation: connections by the longest metadata',
    shots: await keyed(ours, 'POST', '/api/v1/federation/saml', bodies),
    ...limits.key,
  };
}
