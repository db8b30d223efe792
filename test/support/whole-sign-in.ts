import * as oidc from 'openid-client';
import { aPerson, type Seen } from './person.ts';
import { begin, type RelyingParty, type Tokens } from './relying-party.ts';

/** Runs one request of a sign-in. */
type Around = <Result>(request: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Signs a user in by password, from the application to its tokens, with a browser that is new.
 * @param around runs each of the requests
 */
export async function signInUntilTokens(
  origin: string,
  party: Pick<RelyingParty, 'config'>,
  { email, password }: { email: string; password: string },
  around: Around = (_, work) => work(),
): Promise<Tokens> {
  const person = aPerson(origin);
  const begun = await begin(party);
  const isOurs = (location: string): boolean => new URL(location, origin).port === new URL(origin).port;
  /** Follows redirects until a page is shown, or the application is reached. */
  const follow = async (from: string): Promise<Seen> => {
    let to = from;
    for (let hops = 0; hops < 10; hops++) {
      const { pathname, search } = new URL(to, origin);
      const seen = await around(`GET ${pathname}`, () => person.get(pathname + search));
      if (seen.status !== 303 || !isOurs(seen.location)) return seen;
      to = seen.location;
    }
    throw new Error('too many redirects');
  };
  const send = async (page: Seen, values: Record<string, string>): Promise<Seen> => {
    const [form] = page.forms;
    if (!form) throw new Error(`no form: ${page.status} ${page.text}`);
    const fields = { ...form.fields, ...values };
    const answer = await around(`POST ${form.action}`, () => person.post(form.action, fields));
    return follow(answer.location);
  };
  const named = await follow(begun.url.href);
  const back = await send(await send(named, { username: email }), { password });
  return around('POST /token', () =>
    oidc.authorizationCodeGrant(party.config, new URL(back.location), {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      expectedNonce: begun.nonce,
      idTokenExpected: true,
    }),
  );
}
