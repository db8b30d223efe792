import { errors, type KoaContextWithOIDC, type TokenEndpointGrantContext } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { hasProofAlgorithm, proofAlgorithms } from '../../lib/dpop-proof.ts';
import { shown } from './page-sources.ts';
import { changedProvider } from './patches.ts';
import { visitOf } from './visits.ts';

/** Has the browser post the answer to its client (OAuth 2.0 Form Post Response Mode). */
async function answerByForm(
  ctx: KoaContextWithOIDC,
  action: string,
  answer: Readonly<Record<string, unknown>>,
  isRefusal = 'error' in answer,
): Promise<void> {
  const { client } = ctx.oidc;
  if (!client) throw new Error('a form response has no client');
  ctx.type = 'html';
  ctx.status = isRefusal ? 400 : 200;
  const fields = Object.entries(answer).map(([name, value]): [string, string] => [name, String(value)]);
  ctx.body = await visitOf(ctx.req).page({ name: 'answer', action, fields, client: shown(client) });
}

/** A token of the engine that signs an answer (`response_modes/jwt.js`). */
interface AnswerToken {
  extra: Readonly<Record<string, unknown>>;
  issue: (as: { use: 'authorization' }) => Promise<string>;
}

/** The same for an answer that is one JWT (JARM section 2.3.3). */
async function answerBySignedForm(
  ctx: KoaContextWithOIDC,
  action: string,
  answer: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { IdToken } = ctx.oidc.provider as unknown as {
    IdToken: new (claims: object, of: { ctx: KoaContextWithOIDC }) => AnswerToken;
  };
  const token = new IdToken({}, { ctx });
  token.extra = answer;
  const response = await token.issue({ use: 'authorization' });
  await answerByForm(ctx, action, { response }, 'error' in answer);
}

/** The grants whose tokens are stored by the statement that uses up the code or the refresh token. */
const replacing: ReadonlySet<string> = new Set(['authorization_code', 'refresh_token']);

/**
 * Refuses a request for tokens without a DPoP proof, if the tokens of the client are bound to a key. The engine answers `invalid_grant`, as
 * if a new code would help.
 * @throws {errors.InvalidDpopProof}
 */
function requireProof(ctx: TokenEndpointGrantContext<object>): void {
  const { client } = ctx.oidc;
  if (client.dpopBoundAccessTokens && ctx.get('dpop') === '')
    throw new errors.InvalidDpopProof(
      'the tokens of this client are bound to a key; send a DPoP proof in the header DPoP',
    );
  // The engine verifies a proof before it looks up what the request presents, and everybody may name this client.
  if (isCommandLine(client.clientId) && !hasProofAlgorithm(ctx.get('dpop')))
    throw new errors.InvalidDpopProof(
      `the DPoP proof must be a JWT of the type dpop+jwt that is signed with ${proofAlgorithms.join(' or ')}`,
    );
}

/** The class of our providers: they answer `form_post` by our page, and store all that such a grant writes at its end. */
export const OurProvider = changedProvider({
  answersByForm: {
    form_post: (ctx, action, answer) => answerByForm(ctx, action, answer),
    'form_post.jwt': answerBySignedForm,
  },
  aroundGrant: (grantType, handler) => async (ctx) => {
    requireProof(ctx);
    await (replacing.has(grantType) ? visitOf(ctx.req).held.during(async () => handler(ctx)) : handler(ctx));
  },
});
