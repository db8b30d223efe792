import { type Denial, deny } from './decision.ts';

/** The facts of a request that the decision needs. */
export interface RequestFacts {
  /** Returns the values of a header, one for each line of the request. Names are in lowercase. */
  header: (name: string) => readonly string[];
  /** The address of the caller, if the framework knows it. An error of this function is an answer 503. */
  ipAddress?: string | (() => string | undefined) | undefined;
}

// RFC 6750, section 2.1. A second credential behind a comma does not fit.
const bearer = /^bearer +([\w.~+/-]+=*)$/i;
const bare = /^[\w.~+/-]+=*$/;
const isBearer = (line: string): boolean => /^bearer(\s|,|$)/i.test(line);

/**
 * Returns the secret of a request, or why there is not exactly one. A request with two secrets is refused, because a proxy and this
 * service could each take another one.
 * @param header the header that holds the bare key; undefined for `Authorization: Bearer`
 */
export function presentedBy(
  facts: RequestFacts,
  header: string | undefined,
  scopes: readonly string[],
): { secret: string } | Denial {
  const authorization = facts.header('authorization');
  const lines = header === undefined ? authorization : facts.header(header);
  if (lines.length > 1 || (header !== undefined && lines.length === 1 && authorization.some(isBearer)))
    return invalid('The request has more than one credential');
  const [line] = lines;
  if (line === undefined || (header === undefined && !isBearer(line)))
    return deny({
      status: 401,
      code: 'CREDENTIAL_REQUIRED',
      message: `Send an API key as ${header === undefined ? '`Authorization: Bearer <key>`' : `\`${header}: <key>\``}`,
      scopes,
    });
  const secret = header === undefined ? bearer.exec(line)?.[1] : bare.exec(line)?.[0];
  return secret === undefined ? invalid('The request does not have exactly one credential') : { secret };
}

const invalid = (message: string): Denial =>
  deny({ status: 400, code: 'INVALID_CREDENTIAL_HEADER', message, bearer: 'invalid_request' });
