// Generated from openapi/ by `make generate` (scripts/client-cli.ts); do not edit.

/** The kinds of objects of a configuration, and the fields of each that take a secret; `*` is each item of a list. */
export const secretFields: Readonly<Record<string, readonly string[]>> = {
  attributeSchema: [],
  passwordPolicy: [],
  totpConfig: [],
  webauthnConfig: [],
  magicLinkConfig: [],
  registrationConfig: [],
  branding: [],
  mailTemplate: [],
  identity: [],
  group: [],
  policy: [],
  namedLocation: [],
  oidcScope: [],
  oidcClient: [],
  clientRegistration: [],
  oidcResource: [],
  serviceProvider: [],
  accessPolicy: [],
  socialProvider: ['clientSecret'],
  oidcConnection: ['clientSecret'],
  samlConnection: [],
  webhook: [],
  alertRule: ['channels.*.url', 'channels.*.routingKey'],
};
