/** How the contract names the formats of identifiers (SAML core section 8.3). */
export const nameIdFormatNames = ['persistent', 'emailAddress', 'transient', 'unspecified'] as const;
export type NameIdFormat = (typeof nameIdFormatNames)[number];

/** How a browser takes a message to an endpoint (SAML bindings sections 3.4 and 3.5). */
export const browserBindings = ['HTTP-Redirect', 'HTTP-POST'] as const;
export type BrowserBinding = (typeof browserBindings)[number];
