import { getIronSession } from 'iron-session';
import { cookies } from 'next/headers';
import * as oidc from 'openid-client';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, SESSION_SECRET, PORT = '4000' } = process.env;

/** The address of this application. */
export const origin = `http://localhost:${PORT}`;

/** The session of the user, in an encrypted cookie. Scripts cannot read the cookie. */
export const session = async () =>
  getIronSession(await cookies(), {
    cookieName: 'quickstart',
    password: SESSION_SECRET,
    cookieOptions: { secure: origin.startsWith('https:') },
  });

let discovered;
/** Returns the endpoints of the issuer. They are read once. */
export const provider = async () => {
  // Plain HTTP is for trying it on one machine.
  const execute = ISSUER.startsWith('http://localhost:') ? [oidc.allowInsecureRequests] : [];
  const authentication = oidc.ClientSecretBasic(CLIENT_SECRET);
  discovered ??= await oidc.discovery(new URL(ISSUER), CLIENT_ID, undefined, authentication, { execute });
  return discovered;
};
