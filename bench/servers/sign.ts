// The least cost of a signed token: jose signs one with ES256 per request, behind node:http and nothing else.
import { generateKeyPair, SignJWT } from 'jose';
import { answerParent } from '../frame/child.ts';
import { serveJson } from './bare.ts';

const { privateKey } = await generateKeyPair('ES256');
const port = await serveJson(async () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: 'https://id.example',
    sub: 'cli',
    aud: 'https://id.example',
    iat: now,
    exp: now + 3600,
  };
  const token = new SignJWT({ ...claims, jti: String(Math.random()), client_id: 'cli' });
  return { access_token: await token.setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' }).sign(privateKey) };
});
answerParent({ port });
