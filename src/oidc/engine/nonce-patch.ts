import type { Provider } from 'oidc-provider';

interface ArtifactClass {
  readonly IN_PAYLOAD: string[];
}

/**
 * Leaves the nonce out of refresh tokens, so that a refreshed ID token has none (OpenID Connect Core section 12.2). The nonce belongs to one
 * authorization request. The engine drops a field that its list does not name, also from refresh tokens that were stored with it. As the
 * patches in `patches.ts`, this one was written for the version of the engine that is named there.
 */
export function leaveOutNonces({ RefreshToken }: Provider): void {
  const fields = (RefreshToken as unknown as ArtifactClass).IN_PAYLOAD.filter((field) => field !== 'nonce');
  Object.defineProperty(RefreshToken, 'IN_PAYLOAD', { get: () => fields });
}
