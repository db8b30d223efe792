import { anAuthenticator, type Asked, type Authenticator, type Deviation } from './authenticator.ts';
import { aUser } from './builders.ts';
import { pageOrigin } from './passkey-visits.ts';
import { fieldOf, type Person, type Seen } from './person.ts';
import type { TestService } from './service.ts';
import { typed } from './upstream.ts';
import { anEmail } from './users.ts';

/** A user without a password, whose only way in is the pass. */
export interface PassHolder {
  userId: string;
  email: string;
  /** The pass that the user types. */
  pass: string;
}

/** Creates a user, and an access pass for the user. */
export async function aPassHolder(
  { ours }: Pick<TestService, 'ours'>,
  fields: Record<string, unknown> = {},
): Promise<PassHolder> {
  const email = anEmail();
  const userId = await aUser(ours, { email, ...fields });
  return {
    userId,
    email: (fields['email'] as string | undefined) ?? email,
    pass: await aPass({ ours }, userId),
  };
}

/** Creates an access pass for a user, and tells it. */
export async function aPass(
  { ours }: Pick<TestService, 'ours'>,
  userId: string,
  body: Record<string, unknown> = {},
): Promise<string> {
  const answer = await ours.call('createAccessPass', { path: { userId }, body });
  if (answer.status !== 201) throw new Error(`createAccessPass: ${JSON.stringify(answer.body)}`);
  return answer.body.accessPass as string;
}

/** Opens the form for an access pass, as the link on the page for the password leads there. */
export async function passForm(service: TestService, name: string): Promise<{ person: Person; page: Seen }> {
  const { person, page } = await typed(service, name);
  // The name may lead to an identity provider.
  const asked = await person.open(page.path);
  const link = /href="([^"]*factor=access-pass)"/.exec(asked.text)?.[1];
  if (link === undefined) throw new Error(`no access pass is offered: ${asked.title}`);
  return { person, page: await person.open(link.replaceAll('&amp;', '&')) };
}

/** A user at the page that sets a passkey up in the sign-in. */
export interface Enrolling {
  person: Person;
  orgId: string;
  /** The fields that prove where its forms belong. */
  form: Record<string, string>;
  authenticator: Authenticator;
}

/** Opens the page that sets a passkey up, of a page of the sign-in that offers it. */
export async function passkeySetUp(
  service: TestService,
  { person, page }: { person: Person; page: Seen },
): Promise<Enrolling & { page: Seen }> {
  const link = /href="([^"]*factor=enrol-passkey)"/.exec(page.text)?.[1];
  const shown = link === undefined ? page : await person.open(link.replaceAll('&amp;', '&'));
  const form = { sign_in: fieldOf(shown, 'sign_in'), csrf: fieldOf(shown, 'csrf') };
  const authenticator = anAuthenticator(pageOrigin(service));
  return { person, page: shown, orgId: service.ours.orgId ?? '', form, authenticator };
}

/** Returns the response to the script of the page, also if the service refuses. */
export const enrolmentOptions = ({ person, orgId, form }: Omit<Enrolling, 'authenticator'>): Promise<Seen> =>
  person.post(`/login/${orgId}/passkey/enrolment/options`, form, { accept: 'application/json' });

/** Sends what an authenticator answered. */
export const submitEnrolment = (
  { person, orgId, form }: Omit<Enrolling, 'authenticator'>,
  credential: string,
  name = 'Work laptop',
): Promise<Seen> => person.post(`/login/${orgId}/passkey/enrolment`, { ...form, name, credential });

/** Sets a passkey up in the sign-in. The answer is not followed. */
export async function enrolPasskey(enrolling: Enrolling, deviation: Deviation = {}): Promise<Seen> {
  const { body } = await enrolmentOptions(enrolling);
  return submitEnrolment(enrolling, enrolling.authenticator.create(body as Asked, deviation));
}
