import { randomUUID } from 'node:crypto';
import { newId } from '../../src/lib/id.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

/** Creates a group, with a name of its own unless it is given one, and tells its id. */
export async function aGroup(client: Client, fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await client.call('createGroup', {
    body: { name: `group ${randomUUID()}`, ...fields },
  });
  if (status !== 201) throw new Error(`no group: ${JSON.stringify(body)}`);
  return body.id;
}

/** Makes many people of our live tenant at once, past the API, and tells their ids in ascending order. */
export async function somePeople(
  { sql, organizations }: Pick<TestService, 'sql' | 'organizations'>,
  count: number,
  { status = 'ACTIVE', orgId = organizations.ours.live.orgId } = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('usr')).toSorted();
  await sql(
    `insert into users (org_id, id, status, email, username, display_name)
     select $1, id, $2, id || '@example.com', id, 'Person ' || place
       from unnest($3::text[]) with ordinality as one (id, place)`,
    [orgId, status, ids],
  );
  return ids;
}

/** The events about a group and its members, oldest first. */
export function eventsOfGroup(
  { sql }: Pick<TestService, 'sql'>,
  id: string,
): Promise<{ type: string; data: Record<string, unknown> }[]> {
  return sql(
    `select type, data from events where data ->> 'groupId' = $1 order by created_at, type, data ->> 'userId'`,
    [id],
  );
}
