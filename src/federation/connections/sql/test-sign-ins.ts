import { type Sql, sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A test sign-in whose link was found. */
export interface TestLink {
  id: string;
  connectionId: string;
}

/** How long a link works, and then how long a browser may stay at the identity provider. */
const lifetime = sql`interval '15 minutes'`;

/** Counts the tests of a tenant that are not over. */
export async function countTests(tx: Tx, orgId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from federation_test_sign_ins where org_id = ${orgId} and expires_at > now()`,
  );
  return row?.count ?? 0;
}

/** Stores the link of a test. @returns when it ends */
export async function addTest(tx: Tx, orgId: string, test: TestLink & { tokenHash: Buffer }): Promise<Date> {
  const row = await tx.row<{ expiresAt: string }>(add(orgId, test));
  return new Date(row?.expiresAt ?? '');
}

const add = (orgId: string, { id, connectionId, tokenHash }: TestLink & { tokenHash: Buffer }): Sql => sql`
insert into federation_test_sign_ins (org_id, id, connection_id, token_hash, expires_at)
values (${orgId}, ${id}, ${connectionId}, decode(${tokenHash.toString('hex')}, 'hex'), now() + ${lifetime})
returning expires_at as "expiresAt"`;

/** Finds a test that has not begun, without using its link up. */
export async function findTest(tx: Tx, orgId: string, tokenHash: Buffer): Promise<TestLink | undefined> {
  return tx.row<TestLink>(find(orgId, tokenHash.toString('hex')));
}

const find = (orgId: string, tokenHash: string): Sql => sql`
select id, connection_id as "connectionId" from federation_test_sign_ins
 where org_id = ${orgId} and token_hash = decode(${tokenHash}, 'hex') and browser_id is null and expires_at > now()`;

/** Uses a link up, for one browser: of many requests at once, one begins the test. */
export async function beginTestRow(
  tx: Tx,
  orgId: string,
  { tokenHash, browserId }: { tokenHash: Buffer; browserId: string },
): Promise<TestLink | undefined> {
  return tx.row<TestLink>(begin(orgId, tokenHash.toString('hex'), browserId));
}

const begin = (orgId: string, tokenHash: string, browserId: string): Sql => sql`
update federation_test_sign_ins set browser_id = ${browserId}, expires_at = now() + ${lifetime}
 where org_id = ${orgId} and token_hash = decode(${tokenHash}, 'hex') and browser_id is null and expires_at > now()
returning id, connection_id as "connectionId"`;

/** Stores what must come back from the identity provider. @returns false if the test is gone, such as with its connection */
export async function keepDialogue(tx: Tx, orgId: string, id: string, dialogue: object): Promise<boolean> {
  return tx.has(keep(orgId, id, JSON.stringify(dialogue)));
}

const keep = (orgId: string, id: string, dialogue: string): Sql => sql`
update federation_test_sign_ins set dialogue = ${dialogue}::jsonb
 where org_id = ${orgId} and id = ${id} and dialogue is null and expires_at > now() returning id`;

interface Refused {
  id: string;
  connectionId: string;
  state: string;
}

/** Adds to what must come back that the identity provider was not believed. @returns false if there is no such test under way */
export async function refuseTestRow(
  tx: Tx,
  orgId: string,
  { refused, ...asked }: Refused & { refused: object },
): Promise<boolean> {
  return tx.has(refuse({ orgId, ...asked, refused: JSON.stringify(refused) }));
}

const refuse = ({
  orgId,
  id,
  connectionId,
  state,
  refused,
}: Refused & { orgId: string; refused: string }): Sql => sql`
update federation_test_sign_ins set dialogue = dialogue || jsonb_build_object('refused', ${refused}::jsonb)
 where org_id = ${orgId} and id = ${id} and connection_id = ${connectionId} and expires_at > now()
   and dialogue ->> 'state' = ${state}
returning id`;

interface Returned extends Refused {
  browserId: string;
}

/** Removes a test whose browser is back, and returns its dialogue: of many requests at once, one gets it. */
export async function takeTestRow(tx: Tx, orgId: string, asked: Returned): Promise<unknown> {
  const row = await tx.row<{ dialogue: unknown }>(take(orgId, asked));
  return row?.dialogue;
}

const take = (orgId: string, { id, connectionId, browserId, state }: Returned): Sql => sql`
delete from federation_test_sign_ins
 where org_id = ${orgId} and id = ${id} and connection_id = ${connectionId} and browser_id = ${browserId} and expires_at > now()
   and dialogue ->> 'state' = ${state}
returning dialogue`;
