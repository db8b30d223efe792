/** XML namespaces (SAML core section 1.2, SAML metadata section 2.1). */
export const namespaces = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
  encryption: 'http://www.w3.org/2001/04/xmlenc#',
  encryption11: 'http://www.w3.org/2009/xmlenc11#',
  soap: 'http://schemas.xmlsoap.org/soap/envelope/',
  /** SAML metadata extension for login and discovery user interface 1.0. */
  ui: 'urn:oasis:names:tc:SAML:metadata:ui',
  /** SAML metadata profile for algorithm support 1.0. */
  algorithms: 'urn:oasis:names:tc:SAML:metadata:algsupport',
  xml: 'http://www.w3.org/XML/1998/namespace',
  xmlns: 'http://www.w3.org/2000/xmlns/',
  xsi: 'http://www.w3.org/2001/XMLSchema-instance',
  xs: 'http://www.w3.org/2001/XMLSchema',
} as const;

/** SAML bindings section 3. */
export const bindings = {
  redirect: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
  post: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  soap: 'urn:oasis:names:tc:SAML:2.0:bindings:SOAP',
} as const;

/** SAML core section 8.3. */
export const nameIdFormats = {
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  entity: 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity',
} as const;

const status = 'urn:oasis:names:tc:SAML:2.0:status:';

/** SAML core section 3.2.2.2. The first four are top-level codes. */
export const statusCodes = {
  success: `${status}Success`,
  requester: `${status}Requester`,
  responder: `${status}Responder`,
  versionMismatch: `${status}VersionMismatch`,
  authnFailed: `${status}AuthnFailed`,
  invalidNameIdPolicy: `${status}InvalidNameIDPolicy`,
  noAuthnContext: `${status}NoAuthnContext`,
  noPassive: `${status}NoPassive`,
  partialLogout: `${status}PartialLogout`,
  requestDenied: `${status}RequestDenied`,
  requestUnsupported: `${status}RequestUnsupported`,
  tooManyResponses: `${status}TooManyResponses`,
  unknownPrincipal: `${status}UnknownPrincipal`,
  unsupportedBinding: `${status}UnsupportedBinding`,
} as const;

/** SAML profiles section 3.3. */
export const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
