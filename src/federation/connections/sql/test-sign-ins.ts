import type { Tx } from '../../../platform/tx.ts';

/** A test sign-in whose link was found. */
export interface TestLink {
  id: string;
  connectionId: string;
}

/** How long a link works, and then how long a browser may stay at the identity provider. */
const lifetime = `interval '15 minutes'`;

/** Counts the tests of a tenant that are not over. */
export async function countTests(tx: Tx, orgId: string): Promise<number> {
  const [row] = await tx.execute<{ count: number }[]>(count, [orgId]);
  return row?.count ?? 0;
}

const count = `
select count(*)::int as count from federation_test_sign_ins where org_id = ? and expires_at > now()`;

/** Stores the link of a test. @returns when it ends */
export async function addTest(
  tx: Tx,
  orgId: string,
  { id, connectionId, tokenHash }: TestLink & { tokenHash: Buffer },
): Promise<Date> {
  const values = { orgId, id, connectionId, tokenHash: tokenHash.toString('hex') };
  const [row] = await tx.execute<{ expiresAt: string }[]>(add, values);
  return new Date(row?.expiresAt ?? '');
}

const add = `
insert into federation_test_sign_ins (org_id, id, connection_id, token_hash, expires_at)
values (:orgId, :id, :connectionId, decode(:tokenHash, 'hex'), now() + ${lifetime})
returning expires_at as "expiresAt"`;

/** Finds a test that has not begun, without using its link up. */
export async function findTest(tx: Tx, orgId: string, tokenHash: Buffer): Promise<TestLink | undefined> {
  const [row] = await tx.execute<TestLink[]>(find, [orgId, tokenHash.toString('hex')]);
  return row;
}

const find = `
select id, connection_id as "connectionId" from federation_test_sign_ins
 where org_id = ? and token_hash = decode(?, 'hex') and browser_id is null and expires_at > now()`;

/** Uses a link up, for one browser: of many requests at once, one begins the test. */
export async function beginTestRow(
  tx: Tx,
  orgId: string,
  { tokenHash, browserId }: { tokenHash: Buffer; browserId: string },
): Promise<TestLink | undefined> {
  const values = { orgId, tokenHash: tokenHash.toString('hex'), browserId };
  const [row] = await tx.execute<TestLink[]>(begin, values);
  return row;
}

const begin = `
update federation_test_sign_ins set browser_id = :browserId, expires_at = now() + ${lifetime}
 where org_id = :orgId and token_hash = decode(:tokenHash, 'hex') and browser_id is null and expires_at > now()
returning id, connection_id as "connectionId"`;

/** Stores what must come back from the identity provider. @returns false if the test is gone, such as with its connection */
export async function keepDialogue(tx: Tx, orgId: string, id: string, dialogue: object): Promise<boolean> {
  const rows = await tx.execute<object[]>(keep, [JSON.stringify(dialogue), orgId, id]);
  return rows.length > 0;
}

const keep = `
update federation_test_sign_ins set dialogue = ?::jsonb
 where org_id = ? and id = ? and dialogue is null and expires_at > now() returning id`;

/** Adds to what must come back that the identity provider was not believed. @returns false if there is no such test under way */
export async function refuseTestRow(
  tx: Tx,
  orgId: string,
  { refused, ...asked }: { id: string; connectionId: string; state: string; refused: object },
): Promise<boolean> {
  const rows = await tx.execute<object[]>(refuse, { orgId, ...asked, refused: JSON.stringify(refused) });
  return rows.length > 0;
}

const refuse = `
update federation_test_sign_ins set dialogue = dialogue || jsonb_build_object('refused', :refused::jsonb)
 where org_id = :orgId and id = :id and connection_id = :connectionId and expires_at > now()
   and dialogue ->> 'state' = :state
returning id`;

/** Removes a test whose browser is back, and returns its dialogue: of many requests at once, one gets it. */
export async function takeTestRow(
  tx: Tx,
  orgId: string,
  asked: { id: string; connectionId: string; browserId: string; state: string },
): Promise<unknown> {
  const [row] = await tx.execute<{ dialogue: unknown }[]>(take, { orgId, ...asked });
  return row?.dialogue;
}

const take = `
delete from federation_test_sign_ins
 where org_id = :orgId and id = :id and connection_id = :connectionId and browser_id = :browserId and expires_at > now()
   and dialogue ->> 'state' = :state
returning dialogue`;
