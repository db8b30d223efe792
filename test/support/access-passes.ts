import { aUser } from './builders.ts';
import type { Person, Seen } from './person.ts';
import type { TestService } from './service.ts';
import { typed } from './upstream.ts';
import { anEmail } from './users.ts';

/** A user without a password, whose only way in is the pass. */
export interface PassHolder {
  userId: string;
  email: string;
  /** What the user types. */
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
