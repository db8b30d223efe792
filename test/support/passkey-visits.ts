import { type Asked, type Authenticator, anAuthenticator, type Deviation } from './authenticator.ts';
import { aUser } from './builders.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';
import { aPerson as aVisitor, fieldOf, type Person as Visitor, type Seen } from './person.ts';
import { anEmail } from './users.ts';

const password = 'vivid-harbor-cello-42';
const json = { accept: 'application/json' };

/** Returns the origin of the pages, even if tests reach the pages by another address. */
export const pageOrigin = ({ origin }: Pick<TestService, 'origin'>): string =>
  origin.replace('127.0.0.1', 'localhost');

/** A user with a password and a browser. */
export interface Person {
  id: string;
  email: string;
  orgId: string;
  visitor: Visitor;
  authenticator: Authenticator;
}

/** The parts of a service that these functions need. */
type Reached = Pick<TestService, 'origin' | 'ours'>;

export async function aPerson(service: Reached, client: Client = service.ours): Promise<Person> {
  const email = anEmail();
  const id = await aUser(client, { email, password });
  const authenticator = anAuthenticator(pageOrigin(service));
  return { id, email, orgId: client.orgId ?? '', visitor: aVisitor(service.origin), authenticator };
}

/** Begins to sign in. @returns the page that asks for a name */
export async function beginSignIn({ orgId, visitor }: Pick<Person, 'orgId' | 'visitor'>): Promise<Seen> {
  return visitor.follow(await visitor.get(`/login/${orgId}`));
}

/** Up to where the password has been given. */
export async function givePassword(person: Person): Promise<Seen> {
  const { orgId, visitor, email } = person;
  const asked = await beginSignIn(person);
  const form = (page: Seen) => ({ sign_in: fieldOf(page, 'sign_in'), csrf: fieldOf(page, 'csrf') });
  const named = await visitor.follow(
    await visitor.post(`/login/${orgId}/identifier`, { ...form(asked), username: email }),
  );
  return visitor.follow(await visitor.post(`/login/${orgId}/password`, { ...form(named), password }));
}

/** Returns what a script gets, even if the service refuses. A browser that is redirected gets nothing. */
function optionsIn({ status, body }: Seen): Asked & Record<string, unknown> {
  if (typeof body === 'string') throw new Error(`no JSON: ${status}`);
  return body;
}

/** Returns the options that the script of a sign-in page gets. */
export async function signInOptions(
  { orgId, visitor }: Pick<Person, 'orgId' | 'visitor'>,
  page: Seen,
): Promise<{ form: Record<string, string>; asked: Asked & Record<string, unknown> }> {
  const form = { sign_in: fieldOf(page, 'sign_in'), csrf: fieldOf(page, 'csrf') };
  return { form, asked: optionsIn(await visitor.post(`/login/${orgId}/passkey/options`, form, json)) };
}

/** Answers a page of the sign-in by a passkey. */
export async function usePasskey(
  person: Pick<Person, 'orgId' | 'visitor' | 'authenticator'>,
  page: Seen,
  deviation: Deviation = {},
): Promise<Seen> {
  const { form, asked } = await signInOptions(person, page);
  const credential = person.authenticator.get(asked, deviation);
  return person.visitor.post(`/login/${person.orgId}/passkey`, { ...form, credential });
}

/** Returns the options that the account's passkey page gives to an authenticator. */
export async function registrationOptions({ orgId, visitor }: Person): Promise<{
  csrf: string;
  asked: Asked & Record<string, unknown>;
}> {
  const page = await visitor.get(`/account/${orgId}/passkeys`);
  const csrf = fieldOf(page, 'csrf');
  return { csrf, asked: optionsIn(await visitor.post(`/account/${orgId}/passkeys/options`, { csrf }, json)) };
}

/** Adds a passkey on the account page. */
export async function addPasskey(
  person: Person,
  deviation: Deviation & { aaguid?: string } = {},
  name = 'Work laptop',
): Promise<Seen> {
  const { csrf, asked } = await registrationOptions(person);
  const credential = person.authenticator.create(asked, deviation);
  return person.visitor.post(`/account/${person.orgId}/passkeys`, { csrf, name, credential });
}

/** Creates a user with a passkey, and a browser in which no user is signed in. */
export async function aPersonWithPasskey(
  service: Reached,
  client?: Client,
  deviation: Deviation = {},
): Promise<Person> {
  const person = await aPerson(service, client);
  await givePassword(person);
  const { location } = await addPasskey(person, deviation);
  if (!location.endsWith('done=added')) throw new Error(`no passkey: ${location}`);
  return { ...person, visitor: aVisitor(service.origin) };
}
