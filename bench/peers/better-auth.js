// Better Auth with its plugins for API keys and SCIM, set up as its documentation describes it. It is JavaScript, because a
// check of types would need its packages, and only `make bench-peers` installs them.
import { createServer } from 'node:http';
import { apiKey } from '@better-auth/api-key';
import { scim } from '@better-auth/scim';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { toNodeHandler } from 'better-auth/node';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { answerParent, startedWith } from '../frame/child.ts';

const { databaseUrl, connectionId, scimToken, migrate } = startedWith;
const pool = new pg.Pool({ connectionString: databaseUrl });
const options = {
  baseURL: 'http://localhost:3000',
  secret: 'a-secret-of-the-bench-with-more-than-32-characters',
  // SCIM demands transactions, and a bare pool has none for it.
  database: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: 'postgres', transaction: true },
  // By the address of the caller, which is one here.
  rateLimit: { enabled: false },
  plugins: [
    // The keys of the bench have a limit of their own, or none.
    apiKey({ rateLimit: { enabled: true } }),
    scim({
      connections: [{ id: connectionId, credentials: [{ type: 'bearer', id: 'bench', token: scimToken }] }],
    }),
  ],
};
if (migrate) await (await getMigrations(options)).runMigrations();
const auth = betterAuth(options);
const handle = toNodeHandler(auth);

// Better Auth verifies keys by a function, so an application adds the endpoint.
async function verify(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const answer = Buffer.from(JSON.stringify(await auth.api.verifyApiKey({ body })));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
  response.end(answer);
}

const fail = (response) => (error) => {
  process.stderr.write(`${String(error.stack)}\n`);
  response.writeHead(500, { 'Content-Length': 0 });
  response.end();
};

const server = createServer((request, response) => {
  const answered = request.url === '/verify' ? verify(request, response) : handle(request, response);
  answered.catch(fail(response));
});
server.listen(0, '127.0.0.1', () => answerParent({ port: server.address().port }));
