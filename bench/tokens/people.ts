import type { Provider } from 'oidc-provider';

/** So few that the engine's store in memory, which forgets after a thousand, keeps them all. */
const count = 50;

/** Access tokens of a person, as the code flow would end with. */
export async function personTokens(
  provider: Provider,
  clientId: string,
  accountId: string,
): Promise<string[]> {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error('the client is not there');
  const grant = new provider.Grant({ accountId, clientId });
  grant.addOIDCScope('openid email');
  const grantId = await grant.save();
  const tokens: string[] = [];
  while (tokens.length < count) {
    const token = new provider.AccessToken({
      accountId,
      client,
      grantId,
      gty: 'authorization_code',
      scope: 'openid email',
      expiresIn: 3600,
    });
    tokens.push(await token.save());
  }
  return tokens;
}
