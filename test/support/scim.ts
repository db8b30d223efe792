import { expect } from 'vitest';
import type { Provider, ScimAnswer } from '../protocol/scim/provider.ts';
import { errorSchema, groupSchema, patchSchema, scimUrl, userSchema } from '../protocol/scim/provider.ts';
import { aScimToken } from './builders.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';

/** Where a directory sends what it knows of people and groups; `send` is enough to be one. */
export type Sender = Pick<Provider, 'send'>;

/** A person as they are sent, with a user name of their own. */
export const person = (fields: Record<string, unknown> = {}) => ({
  schemas: [userSchema],
  userName: anEmail(),
  ...fields,
});

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

export const aScimUser = (provider: Sender, fields: Record<string, unknown> = {}) =>
  made(provider, '/Users', person(fields));

export const aScimGroup = (provider: Sender, fields: Record<string, unknown> = {}) =>
  made(provider, '/Groups', group(fields));

/** Sends a PATCH of these operations. */
export const patch = (
  { send }: Sender,
  target: string,
  operations: unknown[],
  headers?: Record<string, string>,
): Promise<ScimAnswer> => send('PATCH', target, { schemas: [patchSchema], Operations: operations }, headers);

/** That an answer is a refusal of RFC 7644 section 3.12 and nothing more. @returns its `detail` */
export function expectRefusal(
  answer: Omit<ScimAnswer, 'type'>,
  status: number,
  code: string,
  scimType?: string,
): string {
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

/** A directory whose token may do only this. */
export async function aLimitedProvider(service: TestService, permissions: string[]): Promise<Sender> {
  const { token } = await aScimToken(service.ours, { permissions });
  return {
    async send(method, target, body) {
      const response = await fetch(encodeURI(scimUrl(service) + target), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const type = response.headers.get('content-type');
      return { status: response.status, type, headers: response.headers, body: text && JSON.parse(text) };
    },
  };
}
