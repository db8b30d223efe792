// Users who sign out here, and then at their identity provider.
import { fieldOf, type Person, type Seen } from './person.ts';
import type { TestService } from './service.ts';

/** Signs out on the page of the sign-in. The answer is not followed. */
export async function signOut({ ours }: Pick<TestService, 'ours'>, person: Person): Promise<Seen> {
  const path = `/logout/${ours.orgId}`;
  const page = await person.open(path);
  return person.post(page.forms.find(({ action }) => action.endsWith(path))?.action ?? '', {
    csrf: fieldOf(page, 'csrf'),
  });
}

/** The path that takes a browser to the identity provider of a connection. */
export const startPattern = (id: string): RegExp =>
  new RegExp(`^/api/v1/federation/${id}/logout\\?state=[\\w-]{43}$`);

/** The page that says that the user is signed out. */
export const signedOutPath = ({ ours }: Pick<TestService, 'ours'>): string =>
  `/login/${ours.orgId}/signed-out`;

type Sql = Pick<TestService, 'sql'>;

/** The logins that came by a connection. */
export const loginsOf = ({ sql }: Sql, { id }: { id: string }) =>
  sql<{ id: string }>('select id from login_sessions where connection_id = $1', [id]);

/** The browsers that sign out at the identity provider of a connection. */
export const logoutsOf = ({ sql }: Sql, { id }: { id: string }) =>
  sql<{ is_sent: boolean; hint: Buffer | null; next_url: string | null }>(
    'select is_sent, hint, next_url from federation_logouts where connection_id = $1',
    [id],
  );
