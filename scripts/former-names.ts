// Names that types of the client libraries had before. The libraries keep them beside the present ones.
// The contract does not promise names of schemas. But code of our users imports types by their names.

/** The present names of types, by their former ones. */
export const formerNames: Readonly<Record<string, string>> = {
  NewIdentity: 'IdentityInput',
  NewCredential: 'CredentialInput',
  NewCredentialSecret: 'CredentialWithSecret',
  NewJitCredential: 'JitCredentialInput',
  NewJitSecret: 'JitCredentialWithSecret',
  NewPasswordForm: 'PasswordCreationForm',
  NewAccountForm: 'AccountCreationForm',
  NewPolicy: 'PolicyInput',
  NewPolicyFields: 'PolicyInputFields',
  NewAccessPolicy: 'AccessPolicyInput',
  NewAccessBacktest: 'AccessBacktestInput',
  NewNamedLocation: 'NamedLocationInput',
  NewScimToken: 'ScimTokenInput',
  NewScimTokenSecret: 'ScimTokenWithSecret',
  NewUser: 'UserInput',
  NewAccessPass: 'AccessPassInput',
  NewPasskeyForm: 'PasskeyCreationForm',
  NewAttributeSchema: 'AttributeSchemaInput',
  NewGroup: 'GroupInput',
  NewMembers: 'MembersInput',
  NewOidcConnection: 'OidcConnectionInput',
  NewSamlConnection: 'SamlConnectionInput',
  NewSetupLink: 'SetupLinkInput',
  NewSetupLinkUrl: 'SetupLinkWithUrl',
  NewSocialProvider: 'SocialProviderInput',
  NewOidcClient: 'OidcClientInput',
  NewOidcScope: 'OidcScopeInput',
  NewAcsUrl: 'AcsUrlInput',
  NewAcsUrls: 'AcsUrlsInput',
  NewAttributeMapping: 'AttributeMappingInput',
  NewAttributeMappings: 'AttributeMappingsInput',
  NewServiceProvider: 'ServiceProviderInput',
  NewWebhook: 'WebhookInput',
  NewAlertRule: 'AlertRuleInput',
  // Types of fields, which only the Python client names.
  NewCredentialType: 'CredentialInputType',
  NewPolicyParameters: 'PolicyInputParameters',
  NewPolicyFieldsParameters: 'PolicyInputFieldsParameters',
};

/** Returns the former and the present name of each type that a library has. */
export const formerNamesOf = (has: (present: string) => boolean): [former: string, present: string][] =>
  Object.entries(formerNames).filter(([, present]) => has(present));
