import { isObject } from '../../lib/object.ts';
import { findOidcArtifact, keyOf } from '../sql/oidc-artifacts.ts';
import { opened } from './adapter.ts';
import { queryOf } from './kept-forms.ts';
import { basePath } from './names.ts';
import type { EngineForm, EngineParts } from './parts.ts';

/**
 * Returns the address at which an authorization begins again whose questions were answered. A user may send a form twice, or go back in the
 * browser and send it again. The client then gets a new code for its request, because the code of the first answer may have been used.
 * The parameters of a request that the client pushed or signed stay out of addresses, so such a request does not begin again.
 * @param userId who is signed in with the browser; only the user who answered goes on
 * @returns undefined if the interaction was not answered, if another user answered it, if no client waits, or if the request was pushed or
 * signed
 */
export async function beginsAgainAt(
  orgId: string,
  uid: string,
  userId: string,
  { pool, sealer }: Pick<EngineParts, 'pool' | 'sealer'>,
): Promise<string | undefined> {
  const place = keyOf(orgId, 'Interaction', uid);
  const row = await findOidcArtifact(pool, place);
  if (!row?.sealed || row.consumedAt === null) return undefined;
  const text = opened(sealer, { ...place, sealed: row.sealed });
  const content: unknown = text === null ? undefined : JSON.parse(text);
  if (!isObject(content) || userOf(content) !== userId) return undefined;
  const { params, parJti, trusted } = content;
  const isPrivate = parJti !== undefined || (Array.isArray(trusted) && trusted.length > 0);
  if (isPrivate || !isObject(params) || params['redirect_uri'] === undefined) return undefined;
  return `${basePath(orgId)}/authorize?${queryOf(params as EngineForm)}`;
}

/** The user who answered: who signed in, or who was signed in and consented. */
function userOf({ result, session }: Readonly<Record<string, unknown>>): unknown {
  const login = isObject(result) ? result['login'] : undefined;
  if (isObject(login)) return login['accountId'];
  return isObject(session) ? session['accountId'] : undefined;
}
