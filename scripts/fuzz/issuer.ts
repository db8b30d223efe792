// The issuer that a run gets tokens from. It listens on the loopback interface, signs on demand, and the service
// believes it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface FuzzIssuer {
  url: string;
  /** The environment with which the service must be started. */
  env: Record<string, string>;
  /** Makes an identity that its tokens stand for; tells where a body of `exchangeToken` is to be had that works once. */
  serveBodies: (origin: string, key: string, orgId: string) => Promise<string>;
  stop: () => void;
}

/** @param folder for its certificate */
export async function startFuzzIssuer(folder: string): Promise<FuzzIssuer> {
  const [key, cert] = [`${folder}/issuer.key`, `${folder}/issuer.crt`];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30'];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256', use: 'sig' }];
  const servers: Server[] = [];
  const listening = async (server: Server): Promise<number> => {
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return (server.address() as AddressInfo).port;
  };
  const documents: RequestListener = ({ url }, response) =>
    response.end(JSON.stringify(url === '/keys' ? { keys } : { ...endpoints(), issuer }));
  const port = await listening(createServer({ key: readFileSync(key), cert: readFileSync(cert) }, documents));
  const issuer = `https://localhost:${port}`;
  const endpoints = () => ({
    jwks_uri: `${issuer}/keys`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    id_token_signing_alg_values_supported: ['ES256'],
  });
  const token = (): Promise<string> =>
    new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'ES256', kid: '1' })
      .setIssuer(issuer)
      .setAudience('fuzz')
      .setSubject('fuzz')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);

  return {
    url: issuer,
    env: { EGRESS_ALLOW: `127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: cert },
    async serveBodies(origin, apiKey, orgId) {
      const rule = { issuer, audience: 'fuzz', subject: 'fuzz' };
      const answer = await fetch(`${origin}/api/v1/identities`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'fuzz', type: 'CI_CD', federatedSubjects: [rule] }),
      });
      const { id: identityId } = (await answer.json()) as { id?: string };
      if (identityId === undefined) throw new Error(`There is no workload to fuzz with: ${answer.status}`);
      const bodies: RequestListener = (_, response) =>
        void token().then((one) => response.end(JSON.stringify({ orgId, identityId, token: one })));
      return `http://127.0.0.1:${await listening(createHttpServer(bodies))}/`;
    },
    stop() {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}
