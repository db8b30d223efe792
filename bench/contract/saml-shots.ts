import { randomUUID } from 'node:crypto';
import { formType } from '../../src/lib/form.ts';
import { buildAuthnRequest } from '../../src/saml-messages/build/authn-request.ts';
import { postFields, redirectUrl } from '../../src/saml-messages/build/bindings.ts';
import { buildLogoutRequest } from '../../src/saml-messages/build/logout.ts';
import { element, write } from '../../src/saml-messages/build/element.ts';
import { headerOf, issuerOf, newMessageId } from '../../src/saml-messages/build/parts.ts';
import { signed } from '../../src/saml-messages/build/sign.ts';
import { nameIdFormats } from '../../src/saml-messages/names.ts';
import { aSigningProvider, requestOf, type SigningProvider } from '../../test/support/hostile-saml.ts';
import { aVisitor, password } from '../../test/support/saml-sign-on.ts';
import { partner } from '../../test/support/saml-messages.ts';
import type { TestService } from '../../test/support/service.ts';
import type { Attack, Shot } from './attack.ts';
import { keyed, limits } from './callers.ts';

/** With the nodes that every message has, so many reach the limit of a request. */
const mostNodes = 260;
/** With the longest names, so many reach the limit of an assertion. */
const groupCount = 1_500;
/** As many as the contract allows. */
const mostLists = 50;

/** The most expensive requests of SAML. Those that the contract has as examples are refused early. */
export async function* samlAttacks(service: TestService, origin: string): AsyncGenerator<Attack> {
  const { ours } = service;
  const base = `http://localhost:${new URL(origin).port}/api/saml/${ours.orgId ?? ''}`;
  const provider = await aSigningProvider(ours);
  const numbered = <Value>(make: (n: number) => Value): Value[] =>
    Array.from({ length: limits.page.most }, (_, n) => make(n));
  const long = (destination: string): string => requestWithNodes(provider, destination);
  yield {
    name: 'saml: signed requests with 300 nodes',
    shots: numbered(() => posted(`${base}/sso`, long(`${base}/sso`))),
    ...limits.page,
  };
  yield {
    name: 'saml: signed logouts with 300 nodes',
    shots: numbered(() => posted(`${base}/slo`, logoutOf(provider, `${base}/slo`))),
    ...limits.page,
  };
  await tracesOf(service, provider, long(provider.sso));
  yield {
    name: 'saml: the longest traces',
    shots: await keyed(ours, 'GET', `/api/v1/saml/service-providers/${provider.id}/traces?limit=100`, [
      undefined,
    ]),
    ...limits.key,
  };

  const { id: userId, email, visitor } = await aVisitor(service);
  await visitor.signIn(ours.orgId ?? '', email, password);
  const protectedBy = {
    signResponses: true,
    encryptAssertions: true,
    encryptionCertificate: partner.certificate,
  };
  const usual = await aSigningProvider(ours, {
    ...protectedBy,
    attributeMappings: [{ name: 'mail', source: 'email' }],
  });
  const finishing = async (asking: SigningProvider): Promise<Shot[]> => {
    const shots: Shot[] = [];
    while (shots.length < limits.page.most) {
      const { location } = await visitor.get(asked(asking));
      shots.push({ method: 'GET', path: location, headers: visitor.cookies.sent(location) });
    }
    return shots;
  };
  yield { name: 'saml: sign-ons', shots: await finishing(usual), ...limits.page };

  await manyGroups(service, userId);
  for (const lists of [1, mostLists]) {
    const grouped = await aSigningProvider(ours, {
      ...protectedBy,
      attributeMappings: Array.from({ length: lists }, (_, n) => ({ name: `groups${n}`, source: 'groups' })),
    });
    const content = `${lists === 1 ? 'the longest list' : `${lists} lists`} of groups`;
    yield { name: `saml: sign-ons with ${content}`, shots: await finishing(grouped), ...limits.page };
    yield {
      name: `saml: previews with ${content}`,
      shots: await keyed(ours, 'POST', `/api/v1/saml/service-providers/${grouped.id}/preview`, [{ userId }]),
      ...limits.key,
    };
  }
}

/** A good request with as many elements as it may have. */
function requestWithNodes(provider: SigningProvider, destination: string): string {
  const content = { ...requestOf(provider), destination };
  const requesters = Array.from({ length: mostNodes }, (_, n) =>
    element('samlp:RequesterID', {}, `urn:x:${n}`),
  );
  const request = element(
    'samlp:AuthnRequest',
    { ...headerOf(content), AssertionConsumerServiceURL: content.assertionConsumerServiceUrl },
    issuerOf(content),
    element('samlp:Scoping', {}, ...requesters),
  );
  return write(signed(request, partner));
}

function posted(endpoint: string, xml: string): Shot {
  const body = new URLSearchParams(postFields({ parameter: 'SAMLRequest', xml })).toString();
  return {
    method: 'POST',
    path: new URL(endpoint).pathname,
    headers: { 'content-type': formType, 'content-length': String(Buffer.byteLength(body)) },
    body,
  };
}

function logoutOf({ entityId }: SigningProvider, destination: string): string {
  return buildLogoutRequest(
    {
      id: newMessageId(),
      issuer: entityId,
      issueInstant: new Date(),
      destination,
      nameId: { value: randomUUID(), format: nameIdFormats.persistent },
      sessionIndexes: Array.from({ length: mostNodes }, (_, n) => `_${n}`),
      notOnOrAfter: new Date(Date.now() + 300_000),
    },
    partner,
  );
}

/** The path of a signed request by redirect. */
function asked(provider: SigningProvider): string {
  const xml = buildAuthnRequest(requestOf(provider), 'by-query');
  const url = new URL(redirectUrl(provider.sso, { parameter: 'SAMLRequest', xml }, partner));
  return `${url.pathname}${url.search}`;
}

/** Fills the traces of a service provider with copies of one message. */
async function tracesOf(
  { ours, sql, origin }: TestService,
  { id, sso }: SigningProvider,
  xml: string,
): Promise<void> {
  const { path, method, headers, body = '' } = posted(sso, xml);
  const { status } = await fetch(`${origin}${path}`, { method, headers, body, redirect: 'manual' });
  if (status !== 303) throw new Error(`the request was answered ${status}`);
  await sql(
    `insert into saml_traces (org_id, id, service_provider_id, verified, outcome, facts, user_id, message)
     select t.org_id, 'trc_' || lpad(n::text, 26, '0'), t.service_provider_id, true, t.outcome, t.facts, t.user_id, t.message
       from (select * from saml_traces where org_id = $1 and service_provider_id = $2 and message is not null
              order by at desc limit 1) t, generate_series(1, 1000) as n`,
    [ours.orgId, id],
  );
}

/** Puts a user into groups with the longest names. */
async function manyGroups({ ours, sql }: TestService, userId: string): Promise<void> {
  await sql(
    `insert into groups (org_id, id, name, member_count)
     select $1, 'grp_' || lpad(n::text, 26, '0'), rpad('group ' || n || ' ', 100, 'x'), 1 from generate_series(1, $2::int) as n`,
    [ours.orgId, groupCount],
  );
  await sql(
    `insert into group_members (org_id, group_id, user_id)
     select $1, 'grp_' || lpad(n::text, 26, '0'), $3 from generate_series(1, $2::int) as n`,
    [ours.orgId, groupCount, userId],
  );
  // As autovacuum does within a minute.
  await sql('analyze groups, group_members');
}
