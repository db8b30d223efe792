import { randomId } from '../../api/random-id.ts';
import type { OidcClientCore } from '../../generated/types.gen.ts';
import { type Kind, kindOf } from './kinds.ts';
import { sh } from './quoted.ts';

/** A text that users copy. */
export interface Sample {
  label: string;
  source: string;
}

/** The values in a sample. */
export interface Facts {
  client: OidcClientCore;
  issuer: string;
  /** Only right after it was made. */
  secret: string | undefined;
  /** 64 hexadecimal digits that encrypt or sign the cookies of the application. */
  sessionSecret: string;
}

/** Returns a new `sessionSecret`. Not all that read `.env` are shells, so a command in it could become the secret. */
export const makeSessionSecret = (): string => randomId() + randomId();

/** The quickstarts of `examples/` that read the environment of a client, by the kind of the application. */
export const quickstarts: Readonly<Partial<Record<Kind, string>>> = {
  web: 'Next.js, Express, FastAPI, Spring Boot, Go',
  spa: 'React',
  native: 'AppAuth',
};

/** Whether a client authenticates with its secret. */
export const hasSecret = ({ tokenEndpointAuthMethod: method }: OidcClientCore): boolean =>
  method === 'client_secret_basic' || method === 'client_secret_post';

/** Returns the first redirect URI of a client, or an example. */
export const addressOf = ({ redirectUris }: OidcClientCore): string =>
  redirectUris[0] ?? 'https://app.example.com/callback';

/** A value that the reader sets. The quotes keep a shell from reading the brackets. */
const yours = (text: string): string => `"<${text}>"`;

/** The values that the API of a quickstart needs. docs/quickstarts.md explains the names. */
const forQuickstarts = ({ client, issuer, sessionSecret }: Facts): string[] => [
  `AUDIENCE=${client.resources[0] === undefined ? yours('an API that this client may call') : sh(client.resources[0])}`,
  `KEYWARD_URL=${new URL(issuer).origin}`,
  `KEYWARD_API_KEY=${yours('a key with the scope credentials.verify')}`,
  ...(kindOf(client) === 'web' ? [`SESSION_SECRET=${sessionSecret}`] : []),
  `PORT=${new URL(addressOf(client)).port || '4000'}`,
];

/** The environment of a program that uses the client. A shell may read it, so addresses are quoted. That of a quickstart has all that it reads. */
export const environment = (facts: Facts): Sample => {
  const { client, issuer, secret } = facts;
  const lines = [
    `ISSUER=${issuer}`,
    `CLIENT_ID=${client.clientId}`,
    ...(hasSecret(client) ? [`CLIENT_SECRET=${secret ?? yours('the secret of this client')}`] : []),
    ...(client.redirectUris.length > 0 ? [`REDIRECT_URI=${sh(addressOf(client))}`] : []),
    ...(quickstarts[kindOf(client)] ? forQuickstarts(facts) : []),
  ];
  return { label: '.env', source: lines.join('\n') };
};
