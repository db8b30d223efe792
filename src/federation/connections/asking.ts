import { connectionClient } from './connection-client.ts';
import { connectionNow } from './connection-use.ts';
import { type Asked, askProvider, type Brought, hearProvider, type Wishes } from '../openid/dialogue.ts';
import type { SamlAsked } from '../openid/dialogues.ts';
import type { Connection } from './entities/connection.ts';
import { identityOf, type UpstreamIdentity } from '../linking/identity.ts';
import type { ProviderClient } from '../openid/provider-client.ts';
import { authnRequestTo, newSamlAsked, timeOf } from './saml-request.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { answerPage } from '../../sign-in/pages/answer.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { PageView } from '../../platform/pages/view.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Carried } from '../../saml-messages/build/carried.ts';
import type { SigningKey } from '../../saml-messages/build/sign.ts';
import type { FederatedCall } from './federated-call.ts';
import { troubled } from '../social/ending.ts';

/** How an AuthnRequest is signed, and its time. */
interface Signing {
  key: SigningKey | 'unsigned';
  now: Date;
}

/** A connection to ask, and the client or the signing key to ask with. */
interface Means<By = { client: ProviderClient } | Signing> {
  connection: Connection;
  by: By;
}

/** Finds the connection that the path names, and how it is asked; undefined if it is disabled or deleted, or never was. */
export async function meansOf(tx: Tx, call: FederatedCall): Promise<Means | undefined> {
  const connection = await connectionNow(tx, call.path.connectionId);
  if (connection?.status !== 'ACTIVE') return undefined;
  return meansFor(tx, call, connection);
}

/** Opens what asking the identity provider of a connection takes, also of a disabled one. */
export const meansFor = async (tx: Tx, call: FederatedCall, connection: Connection): Promise<Means> => ({
  connection,
  by:
    connection.type === 'OIDC'
      ? { client: await connectionClient(tx, connection, call) }
      : await signingFor(tx, call, connection),
});

/** Opens what signs an AuthnRequest of a connection. */
export async function signingFor(
  tx: Tx,
  call: FederatedCall,
  { signRequests }: Connection,
): Promise<Signing> {
  const key = signRequests === true ? await call.wired.connectionSigningKey(tx, call.vault) : 'unsigned';
  return { key, now: timeOf(tx) };
}

/**
 * Asks the identity provider who the user is. Must not be called in a transaction.
 * @returns what the sign-in must remember, and how the browser goes there
 */
export async function ask(
  call: FederatedCall,
  { connection, by }: Means,
  signInId: string,
  wishes: Wishes = {},
): Promise<{ asked: Asked | SamlAsked; carried: Carried } | SocialTrouble> {
  if ('client' in by) {
    const asked = await askProvider(by.client, signInId, call.outgoing, wishes).catch(troubled);
    return asked instanceof SocialTrouble ? asked : { asked: asked.asked, carried: { url: asked.url } };
  }
  return askBySaml(call, { connection, by }, signInId, wishes);
}

/** Hears from an OpenID Connect provider who the user is. Must not be called in a transaction. */
export const hear = (
  { outgoing }: Pick<FederatedCall, 'outgoing'>,
  { connection, client }: { connection: Connection; client: ProviderClient },
  brought: Brought,
  asked: Asked,
): Promise<UpstreamIdentity | SocialTrouble> =>
  hearProvider(client, brought, asked, outgoing, (configuration, tokens) =>
    identityOf(connection, configuration, tokens),
  ).catch(troubled);

/** Does what {@link ask} does for a SAML identity provider, which is asked through the browser alone. */
export function askBySaml(
  { baseUrl }: Pick<FederatedCall, 'baseUrl'>,
  { connection, by }: Means<Signing>,
  signInId: string,
  { maxAge }: Wishes = {},
): { asked: SamlAsked; carried: Carried } {
  const asked = newSamlAsked(signInId);
  // SAML has no maximum age: the identity provider asks the user again, or does not.
  const request = { baseUrl, ...by, forceAuthn: maxAge !== undefined };
  return { asked, carried: authnRequestTo(connection, asked, request) };
}

/** Takes the browser to the identity provider: by a redirect, or by a form that submits itself (SAML bindings section 3.5.4). */
export function leadTo(
  view: PageView,
  { name }: Connection,
  carried: Carried,
  cookies: readonly string[] = [],
): Hosted {
  if ('url' in carried) return redirect(carried.url, { cookies });
  const form = { ...carried, client: { name }, way: 'open' } as const;
  return page(answerPage(view, form), { headers: { 'Cache-Control': 'no-store' }, cookies });
}
