// Users whose company signs them in, and their attempts to sign in here.
import { aUser } from './builders.ts';
import { aConnection, aDomain, type ConnectionFields, verifiedDomain } from './stored-connections.ts';
import { aPerson, type Person, type Seen } from './person.ts';
import type { TestService } from './service.ts';
import { typed } from './upstream.ts';

export const password = 'vivid-harbor-cello-42';
/** The heading of the page that sends a user to the identity provider. */
export const toCompany = 'Sign in with your organization';

/** A connection and its domain. */
export interface Enforced {
  id: string;
  domain: string;
}

/** Creates a connection that is enforced for a new domain. */
export async function anEnforced(
  service: Pick<TestService, 'sql' | 'ours' | 'origin'>,
  {
    status,
    ...fields
  }: Omit<ConnectionFields, 'status'> & { status?: 'VERIFIED' | 'PENDING' | 'FAILED' } = {},
): Promise<Enforced> {
  const { id } = await aConnection(service, { enforced: true, ...fields });
  const domain = aDomain();
  await verifiedDomain(service, id, domain, status);
  return { id, domain };
}

/** A user with a password. */
export interface Employee {
  id: string;
  email: string;
}

export async function anEmployee(
  { ours }: Pick<TestService, 'ours'>,
  { domain }: Pick<Enforced, 'domain'>,
  fields: Record<string, unknown> = {},
): Promise<Employee> {
  const email = `${crypto.randomUUID()}@${domain}`;
  return { id: await aUser(ours, { email, password, ...fields }), email };
}

/** Types a name, and then the password, although the name may lead elsewhere. The answer to the password is not followed. */
export async function giveLocally(
  service: TestService,
  name: string,
  {
    person = aPerson(service.origin),
    typedPassword = password,
  }: { person?: Person; typedPassword?: string } = {},
): Promise<Seen & { person: Person }> {
  const { page } = await typed(service, name, person);
  const asked = await person.open(page.path);
  const form = asked.forms.find(({ action }) => action.endsWith('/password'));
  if (!form) throw new Error(`no password is asked for: ${asked.status} ${asked.title}`);
  return { ...(await person.post(form.action, { ...form.fields, password: typedPassword })), person };
}

/** Where the button of a page leads that sends a user to the identity provider. */
export const companyButton = ({ forms }: Seen): string | undefined =>
  forms.find(({ action }) => action.includes('/federation/'))?.action;

/** The logins of a user. */
export const loginsOf = ({ sql }: Pick<TestService, 'sql'>, userId: string) =>
  sql<{ id: string; connection_id: string | null; amr: string[] }>(
    'select id, connection_id, amr from login_sessions where user_id = $1',
    [userId],
  );

/** Marks the address of a user as proved since the user was created. So nothing was made before, and no first link removes it. */
export async function proveAddress({ sql }: Pick<TestService, 'sql'>, userId: string): Promise<void> {
  await sql('update users set email_verified = true where id = $1', [userId]);
  await sql('update users set email_verified_at = created_at where id = $1', [userId]);
}
