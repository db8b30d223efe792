/** The addresses of Keyward as a service provider. */
export interface SpAddresses {
  /** Also the entity id: each connection is a service provider of its own, so no response for one counts for another. */
  metadataUrl: string;
  acsUrl: string;
  sloUrl: string;
}

/** Returns the addresses of one connection. @param baseUrl the public origin */
export function spAddresses(baseUrl: string, id: string): SpAddresses {
  const base = `${baseUrl}/api/v1/federation/saml/${id}`;
  return { metadataUrl: `${base}/metadata`, acsUrl: `${base}/acs`, sloUrl: `${base}/slo` };
}
