import { type Client, Provider } from 'oidc-provider';

/**
 * Returns the subject of a user as the client has it in its ID tokens.
 * @throws outside of a request
 */
export async function subjectFor(provider: Provider, client: Client, accountId: string): Promise<string> {
  if (client.subjectType !== 'pairwise') return accountId;
  const context = Provider.ctx;
  if (!context) throw new Error('a token was made outside of a request');
  const claims = new provider.Claims({ sub: accountId }, { ctx: context, client });
  claims.mask({ sub: null });
  const { sub } = await claims.result();
  return String(sub);
}
