/** The addresses of an issuer that its discovery document names. */
export interface Issuer {
  jwks_uri: string;
  introspection_endpoint?: string;
}

/** Reads the discovery document of an issuer. @throws if it cannot be read */
export async function discover(issuer: string, timeoutMs: number): Promise<Issuer> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  const document = (await jsonOf(response)) as Issuer & { issuer?: unknown };
  // OpenID Connect Discovery 1.0, section 4.3.
  if (document.issuer !== issuer) throw new Error(`The discovery document of ${issuer} names another issuer`);
  return document;
}

/** Returns the body of a success. @throws for each other response */
export async function jsonOf(response: Response): Promise<unknown> {
  if (response.ok) return response.json();
  await response.body?.cancel();
  throw new Error(`${new URL(response.url).origin} answered ${response.status}`);
}
