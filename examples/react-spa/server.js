// Serves the built page, and an API that takes access tokens of users and API keys of Keyward.
import { resolve } from 'node:path';
import { Keyward } from '@keyward/client';
import { requireKey } from '@keyward/middleware/express';
import express from 'express';

const { ISSUER, AUDIENCE, KEYWARD_URL, KEYWARD_API_KEY, PORT = '4000' } = process.env;

const api = requireKey({
  client: new Keyward({ baseUrl: KEYWARD_URL, apiKey: KEYWARD_API_KEY }),
  scopes: ['invoices.read'],
  accessTokens: { issuer: ISSUER, audience: AUDIENCE },
});

// Only this page and Keyward get requests of the page.
const own = `default-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
const policy = `${own}; connect-src 'self' ${new URL(ISSUER).origin}`;

express()
  .get('/api/invoices', api, (req, res) => {
    res.json({ caller: req.keyward.identity.name ?? req.keyward.identity.id, invoices: ['INV-1', 'INV-2'] });
  })
  .use((_req, res, next) => {
    res.set('Content-Security-Policy', policy);
    next();
  })
  .use(express.static('dist'))
  // The page reads the address itself.
  .get('/callback', (_req, res) => res.sendFile(resolve('dist/index.html')))
  .listen(Number(PORT), 'localhost', () => console.log(`open http://localhost:${PORT}/`));
