import { isCommandLine } from '../../lib/command-line-id.ts';
import { readJwt } from '../../lib/jwt.ts';
import { isRowId } from '../strangers.ts';
import type { EngineForm } from './parts.ts';

/**
 * The client that a request says it is of: by Basic, by its form, or by an assertion. Nothing of it is verified; it is only
 * counted by it. @returns undefined for what cannot be the id of a client
 */
export function claimedClient(authorization: string | undefined, form: EngineForm): string | undefined {
  const claims = [byBasic(authorization), form['client_id'], byAssertion(form['client_assertion'])];
  const claimed = claims.find((one) => one !== undefined);
  const isClient = typeof claimed === 'string' && (isRowId(claimed) || isCommandLine(claimed));
  return isClient ? claimed : undefined;
}

/**
 * The token or the code that a request presents: by its header (RFC 6750 section 2.1, RFC 9449 section 7.1), or by its form.
 */
export function claimedToken(authorization: string | undefined, form: EngineForm): string | undefined {
  const byHeader = /^(?:Bearer|DPoP) +([^ ]+)$/i.exec(authorization ?? '')?.[1];
  const claimed = byHeader ?? fields.map((field) => form[field]).find((value) => value !== undefined);
  return typeof claimed === 'string' ? claimed : undefined;
}

const fields = ['token', 'access_token', 'code', 'refresh_token'];

/** RFC 6749 section 2.3.1; our ids have nothing that is encoded, so nothing is decoded. */
function byBasic(authorization: string | undefined): string | undefined {
  const encoded = /^Basic +([\w+/-]+=*)$/i.exec(authorization ?? '')?.[1];
  return encoded && Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0];
}

const byAssertion = (assertion: unknown): unknown =>
  typeof assertion === 'string' ? readJwt(assertion)?.claims['sub'] : undefined;
