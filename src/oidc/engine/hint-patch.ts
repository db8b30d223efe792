import type { Client, Provider } from 'oidc-provider';

interface IdTokenClass {
  validate: (jwt: string, client: Client) => Promise<unknown>;
}

/**
 * Refuses ID tokens that clients send as `id_token_hint` unless `isSound`, also in a request object. The engine then refuses them as for a
 * wrong signature. As the patches in `patches.ts`, this one was written for the version of the engine that is named there.
 */
export function checkHints(provider: Provider, isSound: (jwt: string) => boolean): void {
  const kind = provider.IdToken as unknown as IdTokenClass;
  const validate = kind.validate.bind(kind);
  kind.validate = async (jwt, client) => {
    if (!isSound(jwt)) throw new Error('the ID token has another frame than ours');
    return validate(jwt, client);
  };
}
