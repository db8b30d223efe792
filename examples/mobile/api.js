// The API of the application. It takes access tokens of users and API keys of Keyward.
import { Keyward } from '@keyward/client';
import { requireKey } from '@keyward/middleware/express';
import express from 'express';

const { ISSUER, AUDIENCE, KEYWARD_URL, KEYWARD_API_KEY, PORT = '4000' } = process.env;

const api = requireKey({
  client: new Keyward({ baseUrl: KEYWARD_URL, apiKey: KEYWARD_API_KEY }),
  scopes: ['invoices.read'],
  accessTokens: { issuer: ISSUER, audience: AUDIENCE },
});

express()
  .get('/api/invoices', api, (req, res) => {
    res.json({ caller: req.keyward.identity.name ?? req.keyward.identity.id, invoices: ['INV-1', 'INV-2'] });
  })
  .listen(Number(PORT), 'localhost', () => console.log(`the API is at http://localhost:${PORT}/api/invoices`));
