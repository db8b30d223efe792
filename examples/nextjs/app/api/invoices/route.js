import { Keyward } from '@keyward/client';
import { requireKey } from '@keyward/middleware/next';

const { ISSUER, AUDIENCE, KEYWARD_URL, KEYWARD_API_KEY } = process.env;

const options = {
  client: new Keyward({ baseUrl: KEYWARD_URL, apiKey: KEYWARD_API_KEY }),
  scopes: ['invoices.read'],
  accessTokens: { issuer: ISSUER, audience: AUDIENCE },
};

/** Takes access tokens of users and API keys of Keyward. */
export const GET = requireKey(options, (_request, { keyward }) =>
  Response.json({ caller: keyward.identity.name ?? keyward.identity.id, invoices: ['INV-1', 'INV-2'] }),
);
