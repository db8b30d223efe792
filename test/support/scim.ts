import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { type Directory, errorSchema, groupSchema, patchOf, scimPerson } from './directories.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';

/** Where a directory sends what it knows of people and groups; `send` is enough to be one. */
export type Sender = Pick<Directory, 'send'>;

/** A person as they are sent, with a user name of their own. */
export const person = (fields: Record<string, unknown> = {}) => scimPerson(anEmail(), fields);

/** A group as it is sent, with a name of its own. */
export const group = (fields: Record<string, unknown> = {}) => ({
  schemas: [groupSchema],
  displayName: `group ${anEmail()}`,
  ...fields,
});

/** Creates something and tells the answer's body. */
export async function made({ send }: Sender, target: '/Users' | '/Groups', body: unknown) {
  const answer = await send('POST', target, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

export const aScimUser = (directory: Sender, fields: Record<string, unknown> = {}) =>
  made(directory, '/Users', person(fields));

export const aScimGroup = (directory: Sender, fields: Record<string, unknown> = {}) =>
  made(directory, '/Groups', group(fields));

/** Sends a PATCH of these operations. */
export const patch = (
  { send }: Sender,
  target: string,
  operations: unknown[],
  headers?: Record<string, string>,
): Promise<Answer> => send('PATCH', target, patchOf(...operations), headers);

/** That an answer is a refusal of RFC 7644 section 3.12 and nothing more. @returns its `detail` */
export function expectRefusal(answer: Answer, status: number, code: string, scimType?: string): string {
  expect(answer.body).toEqual({
    schemas: [errorSchema],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: expect.stringContaining(`${code}: `),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-error-code')).toBe(code);
  return answer.body.detail;
}

/** Whether a PATCH was done: RFC 7644 section 3.5.2 lets a service answer with or without the resource. */
export function expectPatched({ status, body }: Answer): void {
  expect([200, 204], JSON.stringify(body)).toContain(status);
}

/** The ids of a group's members, sorted. */
export async function membersOf({ send }: Sender, groupId: string): Promise<string[]> {
  const { status, body } = await send('GET', `/Groups/${groupId}`);
  expect(status).toBe(200);
  return (body.members ?? []).map(({ value }: { value: string }) => value).toSorted();
}

/** The status of a person as the directory's own API tells it. */
export async function stateOf({ ours }: Pick<TestService, 'ours'>, userId: string): Promise<string> {
  const { status, body } = await ours.call('getUser', { path: { userId } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.status;
}

/** The trail of something, oldest first, with what is kept beside it. */
export const auditOf = ({ sql }: Pick<TestService, 'sql'>, targetId: string) =>
  sql<{
    action: string;
    actor_type: string;
    actor_id: string;
    result: string;
    code: string | null;
    content: string;
  }>(
    `select action, actor_type, actor_id, result, code, p.content
       from audit_logs a left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
      where target_id = $1 order by a.created_at, a.id`,
    [targetId],
  );

/** A row as it is: two readings show whether anything changed between them. */
export const rowOf = ({ sql }: Pick<TestService, 'sql'>, table: 'users' | 'groups', id: string) =>
  sql<Record<string, unknown>>(`select * from ${table} where id = $1`, [id]);
