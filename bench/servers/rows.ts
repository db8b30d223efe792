// The floor of reads and of SCIM creations: node:http and one prepared statement per request. No caller, no check, no view.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { newId } from '../../src/lib/id.ts';
import { answerParent, startedWith } from '../child.ts';

const { databaseUrl, orgId } = startedWith as { databaseUrl: string; orgId: string };
const pool = new pg.Pool({
  connectionString: databaseUrl,
  max: 8,
  // The same plans as the service's.
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c timezone=UTC',
});

const userColumns = `u.id, u.status, u.email, u.username, u.first_name, u.last_name, u.display_name, u.roles, u.attributes,
  u.external_id, u.version, u.created_at, u.updated_at`;

/** By the first part of the path: the statement, and whether the rest of the path is its second value. */
const statements: Readonly<Record<string, { text: string; named: boolean; many?: boolean }>> = {
  credential: { text: 'select * from credentials where org_id = $1 and id = $2', named: true },
  identity: { text: 'select * from identities where org_id = $1 and id = $2', named: true },
  credentials: {
    text: 'select * from credentials where org_id = $1 and deleted_at is null order by created_at desc, id limit 20',
    named: false,
    many: true,
  },
  users: {
    text: `select ${userColumns} from users u where u.org_id = $1 order by u.created_at desc, u.id limit 20`,
    named: false,
    many: true,
  },
  audit: {
    text: `select a.*, p.content from audit_logs a
             left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id and p.created_at = a.created_at
            where a.org_id = $1 order by a.created_at desc, a.id limit 20`,
    named: false,
    many: true,
  },
  named: {
    text: `select ${userColumns} from users u
            where u.org_id = $1 and lower(u.username) = lower($2) and u.released_at is null`,
    named: true,
  },
  create: {
    text: `insert into users (org_id, id, status, email, username, first_name, last_name, source)
           values ($1, $2, 'ACTIVE', $3, $4, 'Given', 'Family', 'SCIM') returning id, version, created_at`,
    named: false,
  },
};

const server = createServer((request, response) => {
  const [, name = '', value = ''] = (request.url ?? '').split('/');
  const reply = async (): Promise<void> => {
    const statement = statements[name];
    if (!statement) throw new Error(`no floor is named ${name}`);
    const values = [orgId, ...(statement.named ? [decodeURIComponent(value)] : [])];
    if (name === 'create') {
      const { userName } = JSON.parse(await bodyOf(request)) as { userName: string };
      values.push(newId('usr'), userName, userName);
    }
    const { rows } = await pool.query({ name, text: statement.text, values });
    const body = Buffer.from(JSON.stringify(statement.many ? { data: rows } : rows[0]));
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  };
  reply().catch((error: unknown) => {
    const body = String(error);
    response.writeHead(500, { 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  });
});

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
answerParent({ port: (server.address() as AddressInfo).port });
