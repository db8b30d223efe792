// Generated from openapi/ by `make generate` (scripts/operations.ts); do not edit.
import type * as types from './types/types.gen.ts';

export interface Operations {
  getMe: {
    data: types.GetMeData;
    responses: types.GetMeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listIdentities: {
    data: types.ListIdentitiesData;
    responses: types.ListIdentitiesResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  createIdentity: {
    data: types.CreateIdentityData;
    responses: types.CreateIdentityResponses;
    queryDefaults: never;
    bodyDefaults: 'description' | 'ownerUserId' | 'tags' | 'allowedScopes' | 'allowedIps' | 'federatedSubjects' | 'metadata' | 'expiresAt';
  };
  getIdentity: {
    data: types.GetIdentityData;
    responses: types.GetIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateIdentity: {
    data: types.UpdateIdentityData;
    responses: types.UpdateIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteIdentity: {
    data: types.DeleteIdentityData;
    responses: types.DeleteIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  suspendIdentity: {
    data: types.SuspendIdentityData;
    responses: types.SuspendIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  reactivateIdentity: {
    data: types.ReactivateIdentityData;
    responses: types.ReactivateIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeIdentity: {
    data: types.RevokeIdentityData;
    responses: types.RevokeIdentityResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listIdentityCredentials: {
    data: types.ListIdentityCredentialsData;
    responses: types.ListIdentityCredentialsResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  getIdentityActivity: {
    data: types.GetIdentityActivityData;
    responses: types.GetIdentityActivityResponses;
    queryDefaults: 'days';
    bodyDefaults: never;
  };
  listUnusedScopes: {
    data: types.ListUnusedScopesData;
    responses: types.ListUnusedScopesResponses;
    queryDefaults: 'windowDays' | 'page' | 'limit';
    bodyDefaults: never;
  };
  rightSizeIdentity: {
    data: types.RightSizeIdentityData;
    responses: types.RightSizeIdentityResponses;
    queryDefaults: never;
    bodyDefaults: 'dryRun' | 'windowDays';
  };
  getIdentityRisk: {
    data: types.GetIdentityRiskData;
    responses: types.GetIdentityRiskResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listCredentials: {
    data: types.ListCredentialsData;
    responses: types.ListCredentialsResponses;
    queryDefaults: 'sort' | 'limit' | 'offset';
    bodyDefaults: never;
  };
  createCredential: {
    data: types.CreateCredentialData;
    responses: types.CreateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'type' | 'scopes' | 'isTemporary' | 'maxUsageCount' | 'expiresAt' | 'allowedIps' | 'rateLimitPerMinute' | 'metadata';
  };
  createJitCredential: {
    data: types.CreateJitCredentialData;
    responses: types.CreateJitCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'scopes' | 'allowedIps' | 'rateLimitPerMinute' | 'maxUsage';
  };
  exchangeToken: {
    data: types.ExchangeTokenData;
    responses: types.ExchangeTokenResponses;
    queryDefaults: never;
    bodyDefaults: 'scopes' | 'duration';
  };
  verifyCredential: {
    data: types.VerifyCredentialData;
    responses: types.VerifyCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'consume' | 'scopes';
  };
  unwrapCredential: {
    data: types.UnwrapCredentialData;
    responses: types.UnwrapCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeOwnCredential: {
    data: types.RevokeOwnCredentialData;
    responses: types.RevokeOwnCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  cleanUpCredentials: {
    data: types.CleanUpCredentialsData;
    responses: types.CleanUpCredentialsResponses;
    queryDefaults: never;
    bodyDefaults: 'dryRun' | 'limit';
  };
  streamCredentialChanges: {
    data: types.StreamCredentialChangesData;
    responses: types.StreamCredentialChangesResponses;
    queryDefaults: 'seconds';
    bodyDefaults: never;
  };
  getCredential: {
    data: types.GetCredentialData;
    responses: types.GetCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateCredential: {
    data: types.UpdateCredentialData;
    responses: types.UpdateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteCredential: {
    data: types.DeleteCredentialData;
    responses: types.DeleteCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  rotateCredential: {
    data: types.RotateCredentialData;
    responses: types.RotateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: 'gracePeriod';
  };
  suspendCredential: {
    data: types.SuspendCredentialData;
    responses: types.SuspendCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  reactivateCredential: {
    data: types.ReactivateCredentialData;
    responses: types.ReactivateCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeCredential: {
    data: types.RevokeCredentialData;
    responses: types.RevokeCredentialResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getCredentialUsage: {
    data: types.GetCredentialUsageData;
    responses: types.GetCredentialUsageResponses;
    queryDefaults: 'days';
    bodyDefaults: never;
  };
  receiveLeakedSecrets: {
    data: types.ReceiveLeakedSecretsData;
    responses: types.ReceiveLeakedSecretsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOverview: {
    data: types.GetOverviewData;
    responses: types.GetOverviewResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listVerificationOutcomes: {
    data: types.ListVerificationOutcomesData;
    responses: types.ListVerificationOutcomesResponses;
    queryDefaults: 'days';
    bodyDefaults: never;
  };
  listUnusedCredentials: {
    data: types.ListUnusedCredentialsData;
    responses: types.ListUnusedCredentialsResponses;
    queryDefaults: 'days' | 'page' | 'limit';
    bodyDefaults: never;
  };
  listPolicies: {
    data: types.ListPoliciesData;
    responses: types.ListPoliciesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createPolicy: {
    data: types.CreatePolicyData;
    responses: types.CreatePolicyResponses;
    queryDefaults: never;
    bodyDefaults: 'description' | 'mode' | 'severity' | 'selector' | 'actions' | 'acknowledgeLockout';
  };
  evaluatePolicies: {
    data: types.EvaluatePoliciesData;
    responses: types.EvaluatePoliciesResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getPolicy: {
    data: types.GetPolicyData;
    responses: types.GetPolicyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updatePolicy: {
    data: types.UpdatePolicyData;
    responses: types.UpdatePolicyResponses;
    queryDefaults: never;
    bodyDefaults: 'acknowledgeLockout';
  };
  deletePolicy: {
    data: types.DeletePolicyData;
    responses: types.DeletePolicyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listAccessPolicies: {
    data: types.ListAccessPoliciesData;
    responses: types.ListAccessPoliciesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createAccessPolicy: {
    data: types.CreateAccessPolicyData;
    responses: types.CreateAccessPolicyResponses;
    queryDefaults: never;
    bodyDefaults: 'description' | 'status' | 'conditions' | 'requirements' | 'session' | 'acknowledgeLockout';
  };
  putAccessPolicyOrder: {
    data: types.PutAccessPolicyOrderData;
    responses: types.PutAccessPolicyOrderResponses;
    queryDefaults: never;
    bodyDefaults: 'acknowledgeLockout';
  };
  getAccessPolicy: {
    data: types.GetAccessPolicyData;
    responses: types.GetAccessPolicyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateAccessPolicy: {
    data: types.UpdateAccessPolicyData;
    responses: types.UpdateAccessPolicyResponses;
    queryDefaults: never;
    bodyDefaults: 'acknowledgeLockout';
  };
  deleteAccessPolicy: {
    data: types.DeleteAccessPolicyData;
    responses: types.DeleteAccessPolicyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  simulateAccess: {
    data: types.SimulateAccessData;
    responses: types.SimulateAccessResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listAccessDevices: {
    data: types.ListAccessDevicesData;
    responses: types.ListAccessDevicesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  getAccessDevice: {
    data: types.GetAccessDeviceData;
    responses: types.GetAccessDeviceResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  putAccessDevice: {
    data: types.PutAccessDeviceData;
    responses: types.PutAccessDeviceResponses;
    queryDefaults: never;
    bodyDefaults: 'trustExpiresAt' | 'certificateThumbprints' | 'acknowledgeLockout';
  };
  deleteAccessDevice: {
    data: types.DeleteAccessDeviceData;
    responses: types.DeleteAccessDeviceResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listAccessDecisions: {
    data: types.ListAccessDecisionsData;
    responses: types.ListAccessDecisionsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  getAccessStats: {
    data: types.GetAccessStatsData;
    responses: types.GetAccessStatsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  startAccessBacktest: {
    data: types.StartAccessBacktestData;
    responses: types.StartAccessBacktestResponses;
    queryDefaults: never;
    bodyDefaults: 'inPlaceOf';
  };
  getAccessBacktest: {
    data: types.GetAccessBacktestData;
    responses: types.GetAccessBacktestResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listNamedLocations: {
    data: types.ListNamedLocationsData;
    responses: types.ListNamedLocationsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createNamedLocation: {
    data: types.CreateNamedLocationData;
    responses: types.CreateNamedLocationResponses;
    queryDefaults: never;
    bodyDefaults: 'ipRanges' | 'countries' | 'isTrusted' | 'includeUnknown';
  };
  getNamedLocation: {
    data: types.GetNamedLocationData;
    responses: types.GetNamedLocationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateNamedLocation: {
    data: types.UpdateNamedLocationData;
    responses: types.UpdateNamedLocationResponses;
    queryDefaults: never;
    bodyDefaults: 'acknowledgeLockout';
  };
  deleteNamedLocation: {
    data: types.DeleteNamedLocationData;
    responses: types.DeleteNamedLocationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listScimTokens: {
    data: types.ListScimTokensData;
    responses: types.ListScimTokensResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createScimToken: {
    data: types.CreateScimTokenData;
    responses: types.CreateScimTokenResponses;
    queryDefaults: never;
    bodyDefaults: 'profile' | 'permissions' | 'allowedIps';
  };
  revokeScimToken: {
    data: types.RevokeScimTokenData;
    responses: types.RevokeScimTokenResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listProvisioningLog: {
    data: types.ListProvisioningLogData;
    responses: types.ListProvisioningLogResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  listUsers: {
    data: types.ListUsersData;
    responses: types.ListUsersResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  createUser: {
    data: types.CreateUserData;
    responses: types.CreateUserResponses;
    queryDefaults: never;
    bodyDefaults: 'firstName' | 'lastName' | 'displayName' | 'nickname' | 'title' | 'department' | 'division' | 'organization' | 'costCenter' | 'employeeNumber' | 'managerId' | 'phoneNumber' | 'locale' | 'timezone' | 'picture' | 'externalId' | 'middleName' | 'birthdate' | 'gender' | 'website' | 'profileUrl' | 'attributes' | 'roles' | 'sendInvite' | 'expiresAt';
  };
  getUser: {
    data: types.GetUserData;
    responses: types.GetUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateUser: {
    data: types.UpdateUserData;
    responses: types.UpdateUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteUser: {
    data: types.DeleteUserData;
    responses: types.DeleteUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  suspendUser: {
    data: types.SuspendUserData;
    responses: types.SuspendUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  reactivateUser: {
    data: types.ReactivateUserData;
    responses: types.ReactivateUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deprovisionUser: {
    data: types.DeprovisionUserData;
    responses: types.DeprovisionUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  inviteUser: {
    data: types.InviteUserData;
    responses: types.InviteUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  createAccessPass: {
    data: types.CreateAccessPassData;
    responses: types.CreateAccessPassResponses;
    queryDefaults: never;
    bodyDefaults: 'expiresInSeconds';
  };
  getUserFactors: {
    data: types.GetUserFactorsData;
    responses: types.GetUserFactorsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteUserFactors: {
    data: types.DeleteUserFactorsData;
    responses: types.DeleteUserFactorsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listInvitations: {
    data: types.ListInvitationsData;
    responses: types.ListInvitationsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  revokeInvitation: {
    data: types.RevokeInvitationData;
    responses: types.RevokeInvitationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listUserSessions: {
    data: types.ListUserSessionsData;
    responses: types.ListUserSessionsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  endUserSessions: {
    data: types.EndUserSessionsData;
    responses: types.EndUserSessionsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  endUserSession: {
    data: types.EndUserSessionData;
    responses: types.EndUserSessionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getAttributeSchema: {
    data: types.GetAttributeSchemaData;
    responses: types.GetAttributeSchemaResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  replaceAttributeSchema: {
    data: types.ReplaceAttributeSchemaData;
    responses: types.ReplaceAttributeSchemaResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listPasskeys: {
    data: types.ListPasskeysData;
    responses: types.ListPasskeysResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  deletePasskey: {
    data: types.DeletePasskeyData;
    responses: types.DeletePasskeyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitPasskey: {
    data: types.SubmitPasskeyData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startPasskeySignIn: {
    data: types.StartPasskeySignInData;
    responses: types.StartPasskeySignInResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitPasskeyEnrolment: {
    data: types.SubmitPasskeyEnrolmentData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startPasskeyEnrolment: {
    data: types.StartPasskeyEnrolmentData;
    responses: types.StartPasskeyEnrolmentResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showOwnPasskeys: {
    data: types.ShowOwnPasskeysData;
    responses: types.ShowOwnPasskeysResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  addOwnPasskey: {
    data: types.AddOwnPasskeyData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startPasskeyRegistration: {
    data: types.StartPasskeyRegistrationData;
    responses: types.StartPasskeyRegistrationResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOwnPasskey: {
    data: types.UpdateOwnPasskeyData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  removeOwnPasskey: {
    data: types.RemoveOwnPasskeyData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  listGroups: {
    data: types.ListGroupsData;
    responses: types.ListGroupsResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  createGroup: {
    data: types.CreateGroupData;
    responses: types.CreateGroupResponses;
    queryDefaults: never;
    bodyDefaults: 'description' | 'externalId' | 'scopes';
  };
  getGroup: {
    data: types.GetGroupData;
    responses: types.GetGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateGroup: {
    data: types.UpdateGroupData;
    responses: types.UpdateGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteGroup: {
    data: types.DeleteGroupData;
    responses: types.DeleteGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listGroupMembers: {
    data: types.ListGroupMembersData;
    responses: types.ListGroupMembersResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  addGroupMembers: {
    data: types.AddGroupMembersData;
    responses: types.AddGroupMembersResponses;
    queryDefaults: never;
    bodyDefaults: 'acknowledgeLockout';
  };
  removeGroupMember: {
    data: types.RemoveGroupMemberData;
    responses: types.RemoveGroupMemberResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listScimUsers: {
    data: types.ListScimUsersData;
    responses: types.ListScimUsersResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  createScimUser: {
    data: types.CreateScimUserData;
    responses: types.CreateScimUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  searchScimUsers: {
    data: types.SearchScimUsersData;
    responses: types.SearchScimUsersResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getScimUser: {
    data: types.GetScimUserData;
    responses: types.GetScimUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  replaceScimUser: {
    data: types.ReplaceScimUserData;
    responses: types.ReplaceScimUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateScimUser: {
    data: types.UpdateScimUserData;
    responses: types.UpdateScimUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteScimUser: {
    data: types.DeleteScimUserData;
    responses: types.DeleteScimUserResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listScimGroups: {
    data: types.ListScimGroupsData;
    responses: types.ListScimGroupsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  createScimGroup: {
    data: types.CreateScimGroupData;
    responses: types.CreateScimGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  searchScimGroups: {
    data: types.SearchScimGroupsData;
    responses: types.SearchScimGroupsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getScimGroup: {
    data: types.GetScimGroupData;
    responses: types.GetScimGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  replaceScimGroup: {
    data: types.ReplaceScimGroupData;
    responses: types.ReplaceScimGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateScimGroup: {
    data: types.UpdateScimGroupData;
    responses: types.UpdateScimGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteScimGroup: {
    data: types.DeleteScimGroupData;
    responses: types.DeleteScimGroupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  searchScim: {
    data: types.SearchScimData;
    responses: types.SearchScimResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  runScimBulk: {
    data: types.RunScimBulkData;
    responses: types.RunScimBulkResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getScimServiceProviderConfig: {
    data: types.GetScimServiceProviderConfigData;
    responses: types.GetScimServiceProviderConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listScimSchemas: {
    data: types.ListScimSchemasData;
    responses: types.ListScimSchemasResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getScimSchema: {
    data: types.GetScimSchemaData;
    responses: types.GetScimSchemaResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listScimResourceTypes: {
    data: types.ListScimResourceTypesData;
    responses: types.ListScimResourceTypesResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getScimResourceType: {
    data: types.GetScimResourceTypeData;
    responses: types.GetScimResourceTypeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getPasswordPolicy: {
    data: types.GetPasswordPolicyData;
    responses: types.GetPasswordPolicyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updatePasswordPolicy: {
    data: types.UpdatePasswordPolicyData;
    responses: types.UpdatePasswordPolicyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getTotpConfig: {
    data: types.GetTotpConfigData;
    responses: types.GetTotpConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateTotpConfig: {
    data: types.UpdateTotpConfigData;
    responses: types.UpdateTotpConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getWebauthnConfig: {
    data: types.GetWebauthnConfigData;
    responses: types.GetWebauthnConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateWebauthnConfig: {
    data: types.UpdateWebauthnConfigData;
    responses: types.UpdateWebauthnConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getMagicLinkConfig: {
    data: types.GetMagicLinkConfigData;
    responses: types.GetMagicLinkConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateMagicLinkConfig: {
    data: types.UpdateMagicLinkConfigData;
    responses: types.UpdateMagicLinkConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getRegistrationConfig: {
    data: types.GetRegistrationConfigData;
    responses: types.GetRegistrationConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateRegistrationConfig: {
    data: types.UpdateRegistrationConfigData;
    responses: types.UpdateRegistrationConfigResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listMailTemplates: {
    data: types.ListMailTemplatesData;
    responses: types.ListMailTemplatesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  getMailTemplate: {
    data: types.GetMailTemplateData;
    responses: types.GetMailTemplateResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  replaceMailTemplate: {
    data: types.ReplaceMailTemplateData;
    responses: types.ReplaceMailTemplateResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteMailTemplate: {
    data: types.DeleteMailTemplateData;
    responses: types.DeleteMailTemplateResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  previewMailTemplate: {
    data: types.PreviewMailTemplateData;
    responses: types.PreviewMailTemplateResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  testMailTemplate: {
    data: types.TestMailTemplateData;
    responses: types.TestMailTemplateResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getBranding: {
    data: types.GetBrandingData;
    responses: types.GetBrandingResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateBranding: {
    data: types.UpdateBrandingData;
    responses: types.UpdateBrandingResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listOidcClients: {
    data: types.ListOidcClientsData;
    responses: types.ListOidcClientsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createOidcClient: {
    data: types.CreateOidcClientData;
    responses: types.CreateOidcClientResponses;
    queryDefaults: never;
    bodyDefaults: 'applicationType' | 'postLogoutRedirectUris' | 'requirePkce' | 'accessTokenFormat' | 'accessTokenTtl' | 'idTokenTtl' | 'idTokenClaims' | 'refreshTokenTtl' | 'consentRequired' | 'allowedOrigins' | 'subjectType' | 'resources' | 'servedResources' | 'assertionAudiences' | 'requireSignedRequestObject';
  };
  getOidcClient: {
    data: types.GetOidcClientData;
    responses: types.GetOidcClientResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOidcClient: {
    data: types.UpdateOidcClientData;
    responses: types.UpdateOidcClientResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteOidcClient: {
    data: types.DeleteOidcClientData;
    responses: types.DeleteOidcClientResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  rotateOidcClientSecret: {
    data: types.RotateOidcClientSecretData;
    responses: types.RotateOidcClientSecretResponses;
    queryDefaults: never;
    bodyDefaults: 'gracePeriod';
  };
  getOidcClientMetadata: {
    data: types.GetOidcClientMetadataData;
    responses: types.GetOidcClientMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOidcClientMetadata: {
    data: types.UpdateOidcClientMetadataData;
    responses: types.UpdateOidcClientMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listOidcAgents: {
    data: types.ListOidcAgentsData;
    responses: types.ListOidcAgentsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  getOidcBlockedHosts: {
    data: types.GetOidcBlockedHostsData;
    responses: types.GetOidcBlockedHostsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOidcBlockedHosts: {
    data: types.UpdateOidcBlockedHostsData;
    responses: types.UpdateOidcBlockedHostsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOidcAgent: {
    data: types.GetOidcAgentData;
    responses: types.GetOidcAgentResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteOidcAgent: {
    data: types.DeleteOidcAgentData;
    responses: types.DeleteOidcAgentResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  approveOidcAgent: {
    data: types.ApproveOidcAgentData;
    responses: types.ApproveOidcAgentResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listOidcAgentGrants: {
    data: types.ListOidcAgentGrantsData;
    responses: types.ListOidcAgentGrantsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  deleteOidcAgentGrant: {
    data: types.DeleteOidcAgentGrantData;
    responses: types.DeleteOidcAgentGrantResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listOidcScopes: {
    data: types.ListOidcScopesData;
    responses: types.ListOidcScopesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createOidcScope: {
    data: types.CreateOidcScopeData;
    responses: types.CreateOidcScopeResponses;
    queryDefaults: never;
    bodyDefaults: 'isDefault';
  };
  getOidcScope: {
    data: types.GetOidcScopeData;
    responses: types.GetOidcScopeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOidcScope: {
    data: types.UpdateOidcScopeData;
    responses: types.UpdateOidcScopeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteOidcScope: {
    data: types.DeleteOidcScopeData;
    responses: types.DeleteOidcScopeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getClientRegistration: {
    data: types.GetClientRegistrationData;
    responses: types.GetClientRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateClientRegistration: {
    data: types.UpdateClientRegistrationData;
    responses: types.UpdateClientRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listInitialAccessTokens: {
    data: types.ListInitialAccessTokensData;
    responses: types.ListInitialAccessTokensResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createInitialAccessToken: {
    data: types.CreateInitialAccessTokenData;
    responses: types.CreateInitialAccessTokenResponses;
    queryDefaults: never;
    bodyDefaults: 'maxUses' | 'applicationTypes' | 'authMethods' | 'redirectHosts' | 'scopes' | 'accessTokenTtl' | 'refreshTokenTtl';
  };
  getInitialAccessToken: {
    data: types.GetInitialAccessTokenData;
    responses: types.GetInitialAccessTokenResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeInitialAccessToken: {
    data: types.RevokeInitialAccessTokenData;
    responses: types.RevokeInitialAccessTokenResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listOidcResources: {
    data: types.ListOidcResourcesData;
    responses: types.ListOidcResourcesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createOidcResource: {
    data: types.CreateOidcResourceData;
    responses: types.CreateOidcResourceResponses;
    queryDefaults: never;
    bodyDefaults: 'scopes' | 'accessTokenTtl' | 'accessTokenFormat' | 'clients' | 'agents' | 'servedBy';
  };
  getOidcResource: {
    data: types.GetOidcResourceData;
    responses: types.GetOidcResourceResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOidcResource: {
    data: types.UpdateOidcResourceData;
    responses: types.UpdateOidcResourceResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteOidcResource: {
    data: types.DeleteOidcResourceData;
    responses: types.DeleteOidcResourceResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listServiceProviders: {
    data: types.ListServiceProvidersData;
    responses: types.ListServiceProvidersResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createServiceProvider: {
    data: types.CreateServiceProviderData;
    responses: types.CreateServiceProviderResponses;
    queryDefaults: never;
    bodyDefaults: 'attributeMappings' | 'audiences' | 'signAssertions' | 'signResponses' | 'encryptAssertions' | 'encryptionAlgorithm' | 'allowSha1' | 'signatureAlgorithm' | 'assertionTtl' | 'sessionTtl' | 'idpInitiated';
  };
  getServiceProvider: {
    data: types.GetServiceProviderData;
    responses: types.GetServiceProviderResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateServiceProvider: {
    data: types.UpdateServiceProviderData;
    responses: types.UpdateServiceProviderResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteServiceProvider: {
    data: types.DeleteServiceProviderData;
    responses: types.DeleteServiceProviderResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  refreshServiceProviderMetadata: {
    data: types.RefreshServiceProviderMetadataData;
    responses: types.RefreshServiceProviderMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  approveServiceProviderChange: {
    data: types.ApproveServiceProviderChangeData;
    responses: types.ApproveServiceProviderChangeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  rejectServiceProviderChange: {
    data: types.RejectServiceProviderChangeData;
    responses: types.RejectServiceProviderChangeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listServiceProviderTraces: {
    data: types.ListServiceProviderTracesData;
    responses: types.ListServiceProviderTracesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  previewServiceProvider: {
    data: types.PreviewServiceProviderData;
    responses: types.PreviewServiceProviderResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listSigningKeys: {
    data: types.ListSigningKeysData;
    responses: types.ListSigningKeysResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  rotateSigningKeys: {
    data: types.RotateSigningKeysData;
    responses: types.RotateSigningKeysResponses;
    queryDefaults: never;
    bodyDefaults: 'use' | 'emergency';
  };
  activateSigningKey: {
    data: types.ActivateSigningKeyData;
    responses: types.ActivateSigningKeyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listSocialProviders: {
    data: types.ListSocialProvidersData;
    responses: types.ListSocialProvidersResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createSocialProvider: {
    data: types.CreateSocialProviderData;
    responses: types.CreateSocialProviderResponses;
    queryDefaults: never;
    bodyDefaults: 'enabled' | 'allowSignUp' | 'accountLinking' | 'allowedDomains';
  };
  updateSocialProvider: {
    data: types.UpdateSocialProviderData;
    responses: types.UpdateSocialProviderResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteSocialProvider: {
    data: types.DeleteSocialProviderData;
    responses: types.DeleteSocialProviderResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listConnections: {
    data: types.ListConnectionsData;
    responses: types.ListConnectionsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  listFederatedDomains: {
    data: types.ListFederatedDomainsData;
    responses: types.ListFederatedDomainsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  verifyFederatedDomain: {
    data: types.VerifyFederatedDomainData;
    responses: types.VerifyFederatedDomainResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listOidcConnections: {
    data: types.ListOidcConnectionsData;
    responses: types.ListOidcConnectionsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createOidcConnection: {
    data: types.CreateOidcConnectionData;
    responses: types.CreateOidcConnectionResponses;
    queryDefaults: never;
    bodyDefaults: 'tokenEndpointAuthMethod' | 'scopes' | 'pkce' | 'userInfo' | 'logoutUpstream' | 'domains' | 'enforced' | 'jitProvisioning' | 'accountLinking' | 'trustEmail' | 'trustMfa' | 'acceptAssertions' | 'attributeMapping' | 'groupsClaim' | 'groupMapping';
  };
  getOidcConnection: {
    data: types.GetOidcConnectionData;
    responses: types.GetOidcConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOidcConnection: {
    data: types.UpdateOidcConnectionData;
    responses: types.UpdateOidcConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteOidcConnection: {
    data: types.DeleteOidcConnectionData;
    responses: types.DeleteOidcConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  testOidcConnection: {
    data: types.TestOidcConnectionData;
    responses: types.TestOidcConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  receiveBackchannelLogout: {
    data: types.ReceiveBackchannelLogoutData;
    responses: types.ReceiveBackchannelLogoutResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listSamlConnections: {
    data: types.ListSamlConnectionsData;
    responses: types.ListSamlConnectionsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createSamlConnection: {
    data: types.CreateSamlConnectionData;
    responses: types.CreateSamlConnectionResponses;
    queryDefaults: never;
    bodyDefaults: 'isDraft' | 'signRequests' | 'wantAssertionsSigned' | 'wantEncrypted' | 'allowIdpInitiated' | 'clockSkewSeconds' | 'logoutUpstream' | 'domains' | 'enforced' | 'jitProvisioning' | 'accountLinking' | 'trustEmail' | 'trustMfa' | 'attributeMapping' | 'groupsClaim' | 'groupMapping';
  };
  getSamlConnection: {
    data: types.GetSamlConnectionData;
    responses: types.GetSamlConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateSamlConnection: {
    data: types.UpdateSamlConnectionData;
    responses: types.UpdateSamlConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteSamlConnection: {
    data: types.DeleteSamlConnectionData;
    responses: types.DeleteSamlConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  testSamlConnection: {
    data: types.TestSamlConnectionData;
    responses: types.TestSamlConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  refreshSamlConnectionMetadata: {
    data: types.RefreshSamlConnectionMetadataData;
    responses: types.RefreshSamlConnectionMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  approveSamlConnectionChange: {
    data: types.ApproveSamlConnectionChangeData;
    responses: types.ApproveSamlConnectionChangeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  rejectSamlConnectionChange: {
    data: types.RejectSamlConnectionChangeData;
    responses: types.RejectSamlConnectionChangeResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getSamlConnectionMetadata: {
    data: types.GetSamlConnectionMetadataData;
    responses: types.GetSamlConnectionMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listSetupLinks: {
    data: types.ListSetupLinksData;
    responses: types.ListSetupLinksResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createSetupLink: {
    data: types.CreateSetupLinkData;
    responses: types.CreateSetupLinkResponses;
    queryDefaults: never;
    bodyDefaults: 'type' | 'expiresInSeconds';
  };
  getSetupLink: {
    data: types.GetSetupLinkData;
    responses: types.GetSetupLinkResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeSetupLink: {
    data: types.RevokeSetupLinkData;
    responses: types.RevokeSetupLinkResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getConnection: {
    data: types.GetConnectionData;
    responses: types.GetConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateConnection: {
    data: types.UpdateConnectionData;
    responses: types.UpdateConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteConnection: {
    data: types.DeleteConnectionData;
    responses: types.DeleteConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  testConnection: {
    data: types.TestConnectionData;
    responses: types.TestConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  previewConnectionMapping: {
    data: types.PreviewConnectionMappingData;
    responses: types.PreviewConnectionMappingResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  createTestSignIn: {
    data: types.CreateTestSignInData;
    responses: types.CreateTestSignInResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listConnectionTraces: {
    data: types.ListConnectionTracesData;
    responses: types.ListConnectionTracesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  listWebhooks: {
    data: types.ListWebhooksData;
    responses: types.ListWebhooksResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createWebhook: {
    data: types.CreateWebhookData;
    responses: types.CreateWebhookResponses;
    queryDefaults: never;
    bodyDefaults: 'ordering';
  };
  getWebhook: {
    data: types.GetWebhookData;
    responses: types.GetWebhookResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateWebhook: {
    data: types.UpdateWebhookData;
    responses: types.UpdateWebhookResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteWebhook: {
    data: types.DeleteWebhookData;
    responses: types.DeleteWebhookResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  testWebhook: {
    data: types.TestWebhookData;
    responses: types.TestWebhookResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  pauseWebhook: {
    data: types.PauseWebhookData;
    responses: types.PauseWebhookResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  resumeWebhook: {
    data: types.ResumeWebhookData;
    responses: types.ResumeWebhookResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  recoverWebhook: {
    data: types.RecoverWebhookData;
    responses: types.RecoverWebhookResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  rotateWebhookSecret: {
    data: types.RotateWebhookSecretData;
    responses: types.RotateWebhookSecretResponses;
    queryDefaults: never;
    bodyDefaults: 'gracePeriod';
  };
  listDeliveries: {
    data: types.ListDeliveriesData;
    responses: types.ListDeliveriesResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  getDelivery: {
    data: types.GetDeliveryData;
    responses: types.GetDeliveryResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  retryDelivery: {
    data: types.RetryDeliveryData;
    responses: types.RetryDeliveryResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listDeadLetters: {
    data: types.ListDeadLettersData;
    responses: types.ListDeadLettersResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  replayDeadLetters: {
    data: types.ReplayDeadLettersData;
    responses: types.ReplayDeadLettersResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getDeadLetter: {
    data: types.GetDeadLetterData;
    responses: types.GetDeadLetterResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteDeadLetter: {
    data: types.DeleteDeadLetterData;
    responses: types.DeleteDeadLetterResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  replayDeadLetter: {
    data: types.ReplayDeadLetterData;
    responses: types.ReplayDeadLetterResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listWebhookListeners: {
    data: types.ListWebhookListenersData;
    responses: types.ListWebhookListenersResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createWebhookListener: {
    data: types.CreateWebhookListenerData;
    responses: types.CreateWebhookListenerResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteWebhookListener: {
    data: types.DeleteWebhookListenerData;
    responses: types.DeleteWebhookListenerResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  streamWebhookListener: {
    data: types.StreamWebhookListenerData;
    responses: types.StreamWebhookListenerResponses;
    queryDefaults: 'seconds';
    bodyDefaults: never;
  };
  listAuditLogs: {
    data: types.ListAuditLogsData;
    responses: types.ListAuditLogsResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  exportAuditLogs: {
    data: types.ExportAuditLogsData;
    responses: types.ExportAuditLogsResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getAuditIntegrity: {
    data: types.GetAuditIntegrityData;
    responses: types.GetAuditIntegrityResponses;
    queryDefaults: 'limit';
    bodyDefaults: never;
  };
  getAuditLog: {
    data: types.GetAuditLogData;
    responses: types.GetAuditLogResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listAnomalies: {
    data: types.ListAnomaliesData;
    responses: types.ListAnomaliesResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  getAnomaly: {
    data: types.GetAnomalyData;
    responses: types.GetAnomalyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateAnomaly: {
    data: types.UpdateAnomalyData;
    responses: types.UpdateAnomalyResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listAlerts: {
    data: types.ListAlertsData;
    responses: types.ListAlertsResponses;
    queryDefaults: 'sort' | 'page' | 'limit';
    bodyDefaults: never;
  };
  getAlert: {
    data: types.GetAlertData;
    responses: types.GetAlertResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateAlert: {
    data: types.UpdateAlertData;
    responses: types.UpdateAlertResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  listAlertRules: {
    data: types.ListAlertRulesData;
    responses: types.ListAlertRulesResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createAlertRule: {
    data: types.CreateAlertRuleData;
    responses: types.CreateAlertRuleResponses;
    queryDefaults: never;
    bodyDefaults: 'conditions' | 'enabled' | 'throttleSeconds' | 'channels';
  };
  getAlertRule: {
    data: types.GetAlertRuleData;
    responses: types.GetAlertRuleResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateAlertRule: {
    data: types.UpdateAlertRuleData;
    responses: types.UpdateAlertRuleResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteAlertRule: {
    data: types.DeleteAlertRuleData;
    responses: types.DeleteAlertRuleResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  testAlertRule: {
    data: types.TestAlertRuleData;
    responses: types.TestAlertRuleResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  showSignIn: {
    data: types.ShowSignInData;
    responses: types.ShowSignInResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitIdentifier: {
    data: types.SubmitIdentifierData;
    responses: types.SubmitIdentifierResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitPassword: {
    data: types.SubmitPasswordData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitNewPassword: {
    data: types.SubmitNewPasswordData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startSocialSignIn: {
    data: types.StartSocialSignInData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishSocialSignIn: {
    data: types.FinishSocialSignInData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishSocialSignInByForm: {
    data: types.FinishSocialSignInByFormData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showSignOut: {
    data: types.ShowSignOutData;
    responses: types.ShowSignOutResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitSignOut: {
    data: types.SubmitSignOutData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitLanguage: {
    data: types.SubmitLanguageData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishDeviceVisit: {
    data: types.FinishDeviceVisitData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showSignedOut: {
    data: types.ShowSignedOutData;
    responses: types.ShowSignedOutResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  receiveSamlResponse: {
    data: types.ReceiveSamlResponseData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishSamlSignIn: {
    data: types.FinishSamlSignInData;
    responses: types.FinishSamlSignInResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  receiveSamlConnectionLogout: {
    data: types.ReceiveSamlConnectionLogoutData;
    responses: types.ReceiveSamlConnectionLogoutResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  receiveSamlConnectionLogoutByForm: {
    data: types.ReceiveSamlConnectionLogoutByFormData;
    responses: types.ReceiveSamlConnectionLogoutByFormResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishSamlUpstreamLogout: {
    data: types.FinishSamlUpstreamLogoutData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishFederatedSignIn: {
    data: types.FinishFederatedSignInData;
    responses: types.FinishFederatedSignInResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishUpstreamLogout: {
    data: types.FinishUpstreamLogoutData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startUpstreamLogout: {
    data: types.StartUpstreamLogoutData;
    responses: types.StartUpstreamLogoutResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showTestSignIn: {
    data: types.ShowTestSignInData;
    responses: types.ShowTestSignInResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  startTestSignIn: {
    data: types.StartTestSignInData;
    responses: types.StartTestSignInResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startFederatedSignIn: {
    data: types.StartFederatedSignInData;
    responses: types.StartFederatedSignInResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  redeemDashboardLink: {
    data: types.RedeemDashboardLinkData;
    responses: types.RedeemDashboardLinkResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  startAdminSignIn: {
    data: types.StartAdminSignInData;
    responses: types.StartAdminSignInResponses & { 303: void };
    queryDefaults: 'returnTo';
    bodyDefaults: never;
  };
  previewSignInPage: {
    data: types.PreviewSignInPageData;
    responses: types.PreviewSignInPageResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  startMagicLink: {
    data: types.StartMagicLinkData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitMagicLinkRequest: {
    data: types.SubmitMagicLinkRequestData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showMagicLink: {
    data: types.ShowMagicLinkData;
    responses: types.ShowMagicLinkResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitMagicLink: {
    data: types.SubmitMagicLinkData;
    responses: types.SubmitMagicLinkResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishMagicLink: {
    data: types.FinishMagicLinkData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showForgottenPassword: {
    data: types.ShowForgottenPasswordData;
    responses: types.ShowForgottenPasswordResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitForgottenPassword: {
    data: types.SubmitForgottenPasswordData;
    responses: types.SubmitForgottenPasswordResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  showPasswordReset: {
    data: types.ShowPasswordResetData;
    responses: types.ShowPasswordResetResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitPasswordReset: {
    data: types.SubmitPasswordResetData;
    responses: types.SubmitPasswordResetResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  showInvitation: {
    data: types.ShowInvitationData;
    responses: types.ShowInvitationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitInvitation: {
    data: types.SubmitInvitationData;
    responses: types.SubmitInvitationResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showEmailVerification: {
    data: types.ShowEmailVerificationData;
    responses: types.ShowEmailVerificationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  verifyEmail: {
    data: types.VerifyEmailData;
    responses: types.VerifyEmailResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  showSetupLink: {
    data: types.ShowSetupLinkData;
    responses: types.ShowSetupLinkResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  openSetupLink: {
    data: types.OpenSetupLinkData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showSetup: {
    data: types.ShowSetupData;
    responses: types.ShowSetupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitSetupConnection: {
    data: types.SubmitSetupConnectionData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: 'client_secret';
  };
  submitSetupSamlConnection: {
    data: types.SubmitSetupSamlConnectionData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: 'metadata_url' | 'metadata_xml' | 'metadata_file';
  };
  verifySetupDomain: {
    data: types.VerifySetupDomainData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  testSetupConnection: {
    data: types.TestSetupConnectionData;
    responses: types.TestSetupConnectionResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishSetup: {
    data: types.FinishSetupData;
    responses: types.FinishSetupResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  showRegistration: {
    data: types.ShowRegistrationData;
    responses: types.ShowRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitRegistration: {
    data: types.SubmitRegistrationData;
    responses: types.SubmitRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  showNewAccount: {
    data: types.ShowNewAccountData;
    responses: types.ShowNewAccountResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitNewAccount: {
    data: types.SubmitNewAccountData;
    responses: types.SubmitNewAccountResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  addOwnSocialAccount: {
    data: types.AddOwnSocialAccountData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  removeOwnSocialAccount: {
    data: types.RemoveOwnSocialAccountData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showAccount: {
    data: types.ShowAccountData;
    responses: types.ShowAccountResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitEmailVerificationRequest: {
    data: types.SubmitEmailVerificationRequestData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOwnProfile: {
    data: types.UpdateOwnProfileData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOwnPassword: {
    data: types.UpdateOwnPasswordData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startOwnApplication: {
    data: types.StartOwnApplicationData;
    responses: types.StartOwnApplicationResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeOwnConsent: {
    data: types.RevokeOwnConsentData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeOwnSession: {
    data: types.RevokeOwnSessionData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeOwnSessions: {
    data: types.RevokeOwnSessionsData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  addOwnFederatedAccount: {
    data: types.AddOwnFederatedAccountData;
    responses: types.AddOwnFederatedAccountResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  removeOwnFederatedAccount: {
    data: types.RemoveOwnFederatedAccountData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitTotp: {
    data: types.SubmitTotpData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitTotpEnrolment: {
    data: types.SubmitTotpEnrolmentData;
    responses: types.SubmitTotpEnrolmentResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitRecoveryCode: {
    data: types.SubmitRecoveryCodeData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showTotpSettings: {
    data: types.ShowTotpSettingsData;
    responses: types.ShowTotpSettingsResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitTotpSettings: {
    data: types.SubmitTotpSettingsData;
    responses: types.SubmitTotpSettingsResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitAccessPass: {
    data: types.SubmitAccessPassData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOidcConfiguration: {
    data: types.GetOidcConfigurationData;
    responses: types.GetOidcConfigurationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOidcConfigurationOfPath: {
    data: types.GetOidcConfigurationOfPathData;
    responses: types.GetOidcConfigurationOfPathResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOauthServerMetadata: {
    data: types.GetOauthServerMetadataData;
    responses: types.GetOauthServerMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOauthServerMetadataBelow: {
    data: types.GetOauthServerMetadataBelowData;
    responses: types.GetOauthServerMetadataBelowResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getApiResourceMetadata: {
    data: types.GetApiResourceMetadataData;
    responses: types.GetApiResourceMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOidcKeys: {
    data: types.GetOidcKeysData;
    responses: types.GetOidcKeysResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  authorizeOidc: {
    data: types.AuthorizeOidcData;
    responses: types.AuthorizeOidcResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  postOidcAuthorization: {
    data: types.PostOidcAuthorizationData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  resumeOidcAuthorization: {
    data: types.ResumeOidcAuthorizationData;
    responses: types.ResumeOidcAuthorizationResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  issueOidcToken: {
    data: types.IssueOidcTokenData;
    responses: types.IssueOidcTokenResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  preflightOidcToken: {
    data: types.PreflightOidcTokenData;
    responses: types.PreflightOidcTokenResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOidcUserInfo: {
    data: types.GetOidcUserInfoData;
    responses: types.GetOidcUserInfoResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  postOidcUserInfo: {
    data: types.PostOidcUserInfoData;
    responses: types.PostOidcUserInfoResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  preflightOidcUserInfo: {
    data: types.PreflightOidcUserInfoData;
    responses: types.PreflightOidcUserInfoResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  revokeOidcToken: {
    data: types.RevokeOidcTokenData;
    responses: types.RevokeOidcTokenResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  introspectOidcToken: {
    data: types.IntrospectOidcTokenData;
    responses: types.IntrospectOidcTokenResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  pushOidcAuthorization: {
    data: types.PushOidcAuthorizationData;
    responses: types.PushOidcAuthorizationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  preflightOidcPush: {
    data: types.PreflightOidcPushData;
    responses: types.PreflightOidcPushResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  endOidcSession: {
    data: types.EndOidcSessionData;
    responses: types.EndOidcSessionResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  postOidcEndSession: {
    data: types.PostOidcEndSessionData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  confirmOidcLogout: {
    data: types.ConfirmOidcLogoutData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showOidcLoggedOut: {
    data: types.ShowOidcLoggedOutData;
    responses: types.ShowOidcLoggedOutResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  authorizeOidcDevice: {
    data: types.AuthorizeOidcDeviceData;
    responses: types.AuthorizeOidcDeviceResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  showOidcDevice: {
    data: types.ShowOidcDeviceData;
    responses: types.ShowOidcDeviceResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitOidcDevice: {
    data: types.SubmitOidcDeviceData;
    responses: types.SubmitOidcDeviceResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  resumeOidcDevice: {
    data: types.ResumeOidcDeviceData;
    responses: types.ResumeOidcDeviceResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  createOidcRegistration: {
    data: types.CreateOidcRegistrationData;
    responses: types.CreateOidcRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  preflightOidcRegistration: {
    data: types.PreflightOidcRegistrationData;
    responses: types.PreflightOidcRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOidcRegistration: {
    data: types.GetOidcRegistrationData;
    responses: types.GetOidcRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  replaceOidcRegistration: {
    data: types.ReplaceOidcRegistrationData;
    responses: types.ReplaceOidcRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  deleteOidcRegistration: {
    data: types.DeleteOidcRegistrationData;
    responses: types.DeleteOidcRegistrationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  preflightRegisteredOidcClient: {
    data: types.PreflightRegisteredOidcClientData;
    responses: types.PreflightRegisteredOidcClientResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getSamlMetadata: {
    data: types.GetSamlMetadataData;
    responses: types.GetSamlMetadataResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  startSamlSignOn: {
    data: types.StartSamlSignOnData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  postSamlSignOn: {
    data: types.PostSamlSignOnData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  finishSamlSignOn: {
    data: types.FinishSamlSignOnData;
    responses: types.FinishSamlSignOnResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  startSamlLogout: {
    data: types.StartSamlLogoutData;
    responses: types.StartSamlLogoutResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  postSamlLogout: {
    data: types.PostSamlLogoutData;
    responses: types.PostSamlLogoutResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showSamlLogout: {
    data: types.ShowSamlLogoutData;
    responses: types.ShowSamlLogoutResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  submitSamlLogout: {
    data: types.SubmitSamlLogoutData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  showOidcInteraction: {
    data: types.ShowOidcInteractionData;
    responses: types.ShowOidcInteractionResponses & { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  answerOidcInteraction: {
    data: types.AnswerOidcInteractionData;
    responses: { 303: void };
    queryDefaults: never;
    bodyDefaults: never;
  };
  listOrganizations: {
    data: types.ListOrganizationsData;
    responses: types.ListOrganizationsResponses;
    queryDefaults: 'page' | 'limit';
    bodyDefaults: never;
  };
  createOrganization: {
    data: types.CreateOrganizationData;
    responses: types.CreateOrganizationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOrganization: {
    data: types.GetOrganizationData;
    responses: types.GetOrganizationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  updateOrganization: {
    data: types.UpdateOrganizationData;
    responses: types.UpdateOrganizationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  suspendOrganization: {
    data: types.SuspendOrganizationData;
    responses: types.SuspendOrganizationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  resumeOrganization: {
    data: types.ResumeOrganizationData;
    responses: types.ResumeOrganizationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  closeOrganization: {
    data: types.CloseOrganizationData;
    responses: types.CloseOrganizationResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  exportConfiguration: {
    data: types.ExportConfigurationData;
    responses: types.ExportConfigurationResponses;
    queryDefaults: 'limit';
    bodyDefaults: never;
  };
  planConfiguration: {
    data: types.PlanConfigurationData;
    responses: types.PlanConfigurationResponses;
    queryDefaults: never;
    bodyDefaults: 'prune';
  };
  applyConfiguration: {
    data: types.ApplyConfigurationData;
    responses: types.ApplyConfigurationResponses;
    queryDefaults: never;
    bodyDefaults: 'prune';
  };
  getOpenapiJson: {
    data: types.GetOpenapiJsonData;
    responses: types.GetOpenapiJsonResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getOpenapiYaml: {
    data: types.GetOpenapiYamlData;
    responses: types.GetOpenapiYamlResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getLiveness: {
    data: types.GetLivenessData;
    responses: types.GetLivenessResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
  getReadiness: {
    data: types.GetReadinessData;
    responses: types.GetReadinessResponses;
    queryDefaults: never;
    bodyDefaults: never;
  };
}

export interface Families {
  'me': 'getMe';
  'identities': 'listIdentities' | 'createIdentity' | 'getIdentity' | 'updateIdentity' | 'deleteIdentity' | 'suspendIdentity' | 'reactivateIdentity' | 'revokeIdentity' | 'listIdentityCredentials' | 'getIdentityActivity' | 'listUnusedScopes' | 'rightSizeIdentity' | 'getIdentityRisk';
  'credentials': 'listCredentials' | 'createCredential' | 'createJitCredential' | 'exchangeToken' | 'verifyCredential' | 'unwrapCredential' | 'revokeOwnCredential' | 'cleanUpCredentials' | 'streamCredentialChanges' | 'getCredential' | 'updateCredential' | 'deleteCredential' | 'rotateCredential' | 'suspendCredential' | 'reactivateCredential' | 'revokeCredential' | 'getCredentialUsage' | 'receiveLeakedSecrets';
  'reports': 'getOverview' | 'listVerificationOutcomes' | 'listUnusedCredentials';
  'policies': 'listPolicies' | 'createPolicy' | 'evaluatePolicies' | 'getPolicy' | 'updatePolicy' | 'deletePolicy';
  'conditional-access': 'listAccessPolicies' | 'createAccessPolicy' | 'putAccessPolicyOrder' | 'getAccessPolicy' | 'updateAccessPolicy' | 'deleteAccessPolicy' | 'simulateAccess' | 'listAccessDevices' | 'getAccessDevice' | 'putAccessDevice' | 'deleteAccessDevice' | 'listAccessDecisions' | 'getAccessStats' | 'startAccessBacktest' | 'getAccessBacktest' | 'listNamedLocations' | 'createNamedLocation' | 'getNamedLocation' | 'updateNamedLocation' | 'deleteNamedLocation';
  'scim-tokens': 'listScimTokens' | 'createScimToken' | 'revokeScimToken' | 'listProvisioningLog';
  'users': 'listUsers' | 'createUser' | 'getUser' | 'updateUser' | 'deleteUser' | 'suspendUser' | 'reactivateUser' | 'deprovisionUser' | 'inviteUser' | 'createAccessPass' | 'getUserFactors' | 'deleteUserFactors' | 'listInvitations' | 'revokeInvitation' | 'listUserSessions' | 'endUserSessions' | 'endUserSession' | 'getAttributeSchema' | 'replaceAttributeSchema';
  'passkeys': 'listPasskeys' | 'deletePasskey';
  'hosted-passkeys': 'submitPasskey' | 'startPasskeySignIn' | 'submitPasskeyEnrolment' | 'startPasskeyEnrolment' | 'showOwnPasskeys' | 'addOwnPasskey' | 'startPasskeyRegistration' | 'updateOwnPasskey' | 'removeOwnPasskey';
  'groups': 'listGroups' | 'createGroup' | 'getGroup' | 'updateGroup' | 'deleteGroup' | 'listGroupMembers' | 'addGroupMembers' | 'removeGroupMember';
  'scim-users': 'listScimUsers' | 'createScimUser' | 'searchScimUsers' | 'getScimUser' | 'replaceScimUser' | 'updateScimUser' | 'deleteScimUser';
  'scim-groups': 'listScimGroups' | 'createScimGroup' | 'searchScimGroups' | 'getScimGroup' | 'replaceScimGroup' | 'updateScimGroup' | 'deleteScimGroup';
  'scim': 'searchScim' | 'runScimBulk' | 'getScimServiceProviderConfig' | 'listScimSchemas' | 'getScimSchema' | 'listScimResourceTypes' | 'getScimResourceType';
  'auth-config': 'getPasswordPolicy' | 'updatePasswordPolicy' | 'getTotpConfig' | 'updateTotpConfig' | 'getWebauthnConfig' | 'updateWebauthnConfig' | 'getMagicLinkConfig' | 'updateMagicLinkConfig' | 'getRegistrationConfig' | 'updateRegistrationConfig' | 'listMailTemplates' | 'getMailTemplate' | 'replaceMailTemplate' | 'deleteMailTemplate' | 'previewMailTemplate' | 'testMailTemplate' | 'getBranding' | 'updateBranding';
  'oidc-clients': 'listOidcClients' | 'createOidcClient' | 'getOidcClient' | 'updateOidcClient' | 'deleteOidcClient' | 'rotateOidcClientSecret' | 'getOidcClientMetadata' | 'updateOidcClientMetadata';
  'oidc-agents': 'listOidcAgents' | 'getOidcBlockedHosts' | 'updateOidcBlockedHosts' | 'getOidcAgent' | 'deleteOidcAgent' | 'approveOidcAgent' | 'listOidcAgentGrants' | 'deleteOidcAgentGrant';
  'oidc-scopes': 'listOidcScopes' | 'createOidcScope' | 'getOidcScope' | 'updateOidcScope' | 'deleteOidcScope';
  'client-registration': 'getClientRegistration' | 'updateClientRegistration' | 'listInitialAccessTokens' | 'createInitialAccessToken' | 'getInitialAccessToken' | 'revokeInitialAccessToken';
  'oidc-resources': 'listOidcResources' | 'createOidcResource' | 'getOidcResource' | 'updateOidcResource' | 'deleteOidcResource';
  'service-providers': 'listServiceProviders' | 'createServiceProvider' | 'getServiceProvider' | 'updateServiceProvider' | 'deleteServiceProvider' | 'refreshServiceProviderMetadata' | 'approveServiceProviderChange' | 'rejectServiceProviderChange' | 'listServiceProviderTraces' | 'previewServiceProvider';
  'signing-keys': 'listSigningKeys' | 'rotateSigningKeys' | 'activateSigningKey';
  'social-providers': 'listSocialProviders' | 'createSocialProvider' | 'updateSocialProvider' | 'deleteSocialProvider';
  'federation': 'listConnections' | 'listFederatedDomains' | 'verifyFederatedDomain' | 'listOidcConnections' | 'createOidcConnection' | 'getOidcConnection' | 'updateOidcConnection' | 'deleteOidcConnection' | 'testOidcConnection' | 'receiveBackchannelLogout' | 'listSamlConnections' | 'createSamlConnection' | 'getSamlConnection' | 'updateSamlConnection' | 'deleteSamlConnection' | 'testSamlConnection' | 'refreshSamlConnectionMetadata' | 'approveSamlConnectionChange' | 'rejectSamlConnectionChange' | 'getSamlConnectionMetadata' | 'listSetupLinks' | 'createSetupLink' | 'getSetupLink' | 'revokeSetupLink' | 'getConnection' | 'updateConnection' | 'deleteConnection' | 'testConnection' | 'previewConnectionMapping' | 'createTestSignIn' | 'listConnectionTraces';
  'webhooks': 'listWebhooks' | 'createWebhook' | 'getWebhook' | 'updateWebhook' | 'deleteWebhook' | 'testWebhook' | 'pauseWebhook' | 'resumeWebhook' | 'recoverWebhook' | 'rotateWebhookSecret' | 'listDeliveries' | 'getDelivery' | 'retryDelivery' | 'listDeadLetters' | 'replayDeadLetters' | 'getDeadLetter' | 'deleteDeadLetter' | 'replayDeadLetter' | 'listWebhookListeners' | 'createWebhookListener' | 'deleteWebhookListener' | 'streamWebhookListener';
  'audit-logs': 'listAuditLogs' | 'exportAuditLogs' | 'getAuditIntegrity' | 'getAuditLog';
  'anomalies': 'listAnomalies' | 'getAnomaly' | 'updateAnomaly';
  'alerts': 'listAlerts' | 'getAlert' | 'updateAlert' | 'listAlertRules' | 'createAlertRule' | 'getAlertRule' | 'updateAlertRule' | 'deleteAlertRule' | 'testAlertRule';
  'sign-in': 'showSignIn' | 'submitIdentifier' | 'submitPassword' | 'submitNewPassword' | 'startSocialSignIn' | 'finishSocialSignIn' | 'finishSocialSignInByForm' | 'showSignOut' | 'submitSignOut' | 'submitLanguage' | 'finishDeviceVisit' | 'showSignedOut' | 'receiveSamlResponse' | 'finishSamlSignIn' | 'receiveSamlConnectionLogout' | 'receiveSamlConnectionLogoutByForm' | 'finishSamlUpstreamLogout' | 'finishFederatedSignIn' | 'finishUpstreamLogout' | 'startUpstreamLogout' | 'showTestSignIn' | 'startTestSignIn' | 'startFederatedSignIn';
  'dashboard': 'redeemDashboardLink' | 'startAdminSignIn' | 'previewSignInPage';
  'mailed-links': 'startMagicLink' | 'submitMagicLinkRequest' | 'showMagicLink' | 'submitMagicLink' | 'finishMagicLink' | 'showForgottenPassword' | 'submitForgottenPassword' | 'showPasswordReset' | 'submitPasswordReset' | 'showInvitation' | 'submitInvitation' | 'showEmailVerification' | 'verifyEmail';
  'setup': 'showSetupLink' | 'openSetupLink' | 'showSetup' | 'submitSetupConnection' | 'submitSetupSamlConnection' | 'verifySetupDomain' | 'testSetupConnection' | 'finishSetup';
  'registration': 'showRegistration' | 'submitRegistration' | 'showNewAccount' | 'submitNewAccount';
  'account': 'addOwnSocialAccount' | 'removeOwnSocialAccount' | 'showAccount' | 'submitEmailVerificationRequest' | 'updateOwnProfile' | 'updateOwnPassword' | 'startOwnApplication' | 'revokeOwnConsent' | 'revokeOwnSession' | 'revokeOwnSessions' | 'addOwnFederatedAccount' | 'removeOwnFederatedAccount';
  'second-factors': 'submitTotp' | 'submitTotpEnrolment' | 'submitRecoveryCode' | 'showTotpSettings' | 'submitTotpSettings' | 'submitAccessPass';
  'oidc-protocol': 'getOidcConfiguration' | 'getOidcConfigurationOfPath' | 'getOauthServerMetadata' | 'getOauthServerMetadataBelow' | 'getApiResourceMetadata' | 'getOidcKeys' | 'authorizeOidc' | 'postOidcAuthorization' | 'resumeOidcAuthorization' | 'issueOidcToken' | 'preflightOidcToken' | 'getOidcUserInfo' | 'postOidcUserInfo' | 'preflightOidcUserInfo' | 'revokeOidcToken' | 'introspectOidcToken' | 'pushOidcAuthorization' | 'preflightOidcPush' | 'endOidcSession' | 'postOidcEndSession' | 'confirmOidcLogout' | 'showOidcLoggedOut' | 'authorizeOidcDevice' | 'showOidcDevice' | 'submitOidcDevice' | 'resumeOidcDevice';
  'oidc-registration': 'createOidcRegistration' | 'preflightOidcRegistration' | 'getOidcRegistration' | 'replaceOidcRegistration' | 'deleteOidcRegistration' | 'preflightRegisteredOidcClient';
  'saml-protocol': 'getSamlMetadata' | 'startSamlSignOn' | 'postSamlSignOn' | 'finishSamlSignOn' | 'startSamlLogout' | 'postSamlLogout' | 'showSamlLogout' | 'submitSamlLogout';
  'oidc-interaction': 'showOidcInteraction' | 'answerOidcInteraction';
  'organizations': 'listOrganizations' | 'createOrganization' | 'getOrganization' | 'updateOrganization' | 'suspendOrganization' | 'resumeOrganization' | 'closeOrganization';
  'configuration': 'exportConfiguration' | 'planConfiguration' | 'applyConfiguration';
  'service': 'getOpenapiJson' | 'getOpenapiYaml' | 'getLiveness' | 'getReadiness';
}

/** How many requests of an operation run at once on a node (`x-concurrency`). */
export interface Concurrency {
  /** The name of the places, where several operations share them. */
  shared?: string;
  /** How many requests of a tenant run at once. */
  tenant: number;
  /** How many requests of all tenants run at once. */
  node?: number;
  /** How many more requests of a tenant wait for a place, and how long. */
  waiting?: number;
  waitSeconds?: number;
  /** For each second of use, a place rests for this many seconds. */
  rest?: number;
  /** Whether a request waits only for a place that rests. */
  onlyResting?: boolean;
  /** The `Retry-After` of a refusal; absent where its caller cannot know it. */
  retryAfter?: number;
  /** The detail of a refusal; `{limit}` stands for the limit that it met. */
  detail?: string;
}

/** Classes of work. Each has a limit of its own on a node, so that too many requests of one class keep out no other. */
export const works = [
  'verifications',
  'tokens',
  'rows',
  'pages',
  'hashes',
  'messages',
  'places',
] as const;
export type Work = (typeof works)[number];

export interface OperationFacts {
  method: string;
  path: string;
  tag: string;
  /** The scope or the token's permission a caller needs, or null where none is asked for. */
  permission: string | null;
  /** How many seconds ago a user may have signed in who calls it by a session; null where it does not matter. */
  recent: number | null;
  /** Whether a caller is refused that ends or is capped, because what it gives would last (docs/decisions/0093). */
  refusesEnding: boolean;
  /** The action the audit row carries, `none` where there is deliberately no row. */
  audit: string | null;
  /**
   * Whether the handler runs in the transaction of its change, or before it. null where the operation changes nothing, or where
   * no caller is known and its handler opens transactions itself.
   */
  transaction: 'around' | 'after' | null;
  /** Whether it reads by entities: every GET does. */
  reads: boolean;
  /** Whether it honours `Idempotency-Key`. */
  idempotent: boolean;
  /** The field of its answer that holds a secret, which `X-Wrap-Ttl` wraps; null where there is none. */
  secret: string | null;
  secured: boolean;
  /** The security scheme: which secret lets its caller in. */
  scheme: string | null;
  /** Whose error body its refusals have. */
  errors: 'api' | 'scim' | 'page' | 'oauth' | 'oauth-page';
  /** Whether other sites may post to this page. */
  crossSite: boolean;
  /** Whether scripts of other origins may call it: its path has a preflight (OPTIONS). */
  scripts: boolean;
  /**
   * The bucket of requests without a key: that of the address, or of the OAuth client that asks. `verification` is a bucket
   * of the key, and the body is a VerificationRequest. `token` counts tokens that work once, and the body has one in `token`.
   * `bearer` is the bucket of the address, and an access token tells who asks. `none` is never limited.
   */
  counted: 'address' | 'client' | 'verification' | 'preview' | 'token' | 'bearer' | 'none';
  concurrency: Concurrency | null;
  /** What its requests compete for with those of other operations (src/http/admission/door.ts); null where none is ever refused. */
  work: Work | null;
  /** Whether the log has its successful requests at the level debug only. */
  quiet: boolean;
  /** The metric that counts its successful responses by their `code`. */
  metric: 'verification' | null;
  bodyRequired: boolean;
  /** The largest body in bytes, by its schema (scripts/body-limits.ts); 0 where the operation takes none. */
  bodyLimit: number;
  requestTypes: readonly string[];
  /** The fields of a form that may be sent several times. */
  formLists: readonly string[];
  responseTypes: readonly string[];
  statuses: readonly number[];
  /** Since when it is deprecated, in seconds since 1970, and the HTTP date of its end; null for most. */
  deprecation: { since: number; sunset: string } | null;
}

export const operations = {
  getMe: {
    method: 'GET',
    path: '/api/v1/me',
    tag: 'me',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listIdentities: {
    method: 'GET',
    path: '/api/v1/identities',
    tag: 'identities',
    permission: 'identities.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createIdentity: {
    method: 'POST',
    path: '/api/v1/identities',
    tag: 'identities',
    permission: 'identities.write',
    recent: null,
    refusesEnding: false,
    audit: 'identity.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getIdentity: {
    method: 'GET',
    path: '/api/v1/identities/{id}',
    tag: 'identities',
    permission: 'identities.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateIdentity: {
    method: 'PATCH',
    path: '/api/v1/identities/{id}',
    tag: 'identities',
    permission: 'identities.write',
    recent: null,
    refusesEnding: false,
    audit: 'identity.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteIdentity: {
    method: 'DELETE',
    path: '/api/v1/identities/{id}',
    tag: 'identities',
    permission: 'identities.write',
    recent: null,
    refusesEnding: false,
    audit: 'identity.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  suspendIdentity: {
    method: 'POST',
    path: '/api/v1/identities/{id}/suspend',
    tag: 'identities',
    permission: 'identities.write',
    recent: null,
    refusesEnding: false,
    audit: 'identity.suspend',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  reactivateIdentity: {
    method: 'POST',
    path: '/api/v1/identities/{id}/reactivate',
    tag: 'identities',
    permission: 'identities.write',
    recent: 300,
    refusesEnding: false,
    audit: 'identity.reactivate',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  revokeIdentity: {
    method: 'POST',
    path: '/api/v1/identities/{id}/revoke',
    tag: 'identities',
    permission: 'identities.write',
    recent: null,
    refusesEnding: false,
    audit: 'identity.revoke',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listIdentityCredentials: {
    method: 'GET',
    path: '/api/v1/identities/{id}/credentials',
    tag: 'identities',
    permission: 'credentials.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getIdentityActivity: {
    method: 'GET',
    path: '/api/v1/identities/{id}/activity',
    tag: 'identities',
    permission: 'identities.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listUnusedScopes: {
    method: 'GET',
    path: '/api/v1/identities/{id}/unused-scopes',
    tag: 'identities',
    permission: 'reports.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  rightSizeIdentity: {
    method: 'POST',
    path: '/api/v1/identities/{id}/right-size',
    tag: 'identities',
    permission: 'credentials.write',
    recent: null,
    refusesEnding: false,
    audit: 'identity.right_size',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 135168,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getIdentityRisk: {
    method: 'GET',
    path: '/api/v1/identities/{id}/risk',
    tag: 'identities',
    permission: 'identities.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listCredentials: {
    method: 'GET',
    path: '/api/v1/credentials',
    tag: 'credentials',
    permission: 'credentials.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createCredential: {
    method: 'POST',
    path: '/api/v1/credentials',
    tag: 'credentials',
    permission: 'credentials.write',
    recent: 300,
    refusesEnding: false,
    audit: 'credential.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'credential',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  createJitCredential: {
    method: 'POST',
    path: '/api/v1/credentials/jit',
    tag: 'credentials',
    permission: 'credentials.write',
    recent: 300,
    refusesEnding: false,
    audit: 'credential.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'credential',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 204800,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  exchangeToken: {
    method: 'POST',
    path: '/api/v1/credentials/exchange',
    tag: 'credentials',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'credential.exchange',
    transaction: null,
    reads: false,
    idempotent: false,
    secret: 'credential',
    secured: false,
    scheme: null,
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'token',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 335872,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  verifyCredential: {
    method: 'POST',
    path: '/api/v1/credentials/verify',
    tag: 'credentials',
    permission: 'credentials.verify',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'verification',
    concurrency: null,
    work: 'verifications',
    quiet: true,
    metric: 'verification',
    bodyRequired: true,
    bodyLimit: 262144,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  unwrapCredential: {
    method: 'POST',
    path: '/api/v1/credentials/unwrap',
    tag: 'credentials',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'credential.unwrap',
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'token',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  revokeOwnCredential: {
    method: 'POST',
    path: '/api/v1/credentials/revoke-own',
    tag: 'credentials',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'credential.revoke',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  cleanUpCredentials: {
    method: 'POST',
    path: '/api/v1/credentials/clean-up',
    tag: 'credentials',
    permission: 'credentials.revoke',
    recent: null,
    refusesEnding: false,
    audit: 'credential.clean_up',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  streamCredentialChanges: {
    method: 'GET',
    path: '/api/v1/credentials/changes',
    tag: 'credentials',
    permission: 'credentials.verify',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 50, node: 200, retryAfter: 10, detail: '{limit} streams are open; close one of them' },
    work: 'places',
    quiet: true,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/event-stream', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getCredential: {
    method: 'GET',
    path: '/api/v1/credentials/{id}',
    tag: 'credentials',
    permission: 'credentials.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateCredential: {
    method: 'PATCH',
    path: '/api/v1/credentials/{id}',
    tag: 'credentials',
    permission: 'credentials.write',
    recent: null,
    refusesEnding: false,
    audit: 'credential.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteCredential: {
    method: 'DELETE',
    path: '/api/v1/credentials/{id}',
    tag: 'credentials',
    permission: 'credentials.revoke',
    recent: null,
    refusesEnding: false,
    audit: 'credential.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  rotateCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/rotate',
    tag: 'credentials',
    permission: 'credentials.rotate',
    recent: 300,
    refusesEnding: false,
    audit: 'credential.rotate',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'credential',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  suspendCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/suspend',
    tag: 'credentials',
    permission: 'credentials.revoke',
    recent: null,
    refusesEnding: false,
    audit: 'credential.suspend',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  reactivateCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/reactivate',
    tag: 'credentials',
    permission: 'credentials.revoke',
    recent: 300,
    refusesEnding: false,
    audit: 'credential.reactivate',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  revokeCredential: {
    method: 'POST',
    path: '/api/v1/credentials/{id}/revoke',
    tag: 'credentials',
    permission: 'credentials.revoke',
    recent: null,
    refusesEnding: false,
    audit: 'credential.revoke',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getCredentialUsage: {
    method: 'GET',
    path: '/api/v1/credentials/{id}/usage',
    tag: 'credentials',
    permission: 'credentials.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  receiveLeakedSecrets: {
    method: 'POST',
    path: '/api/v1/secret-scanning/github',
    tag: 'credentials',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'credential.leak',
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOverview: {
    method: 'GET',
    path: '/api/v1/reports/overview',
    tag: 'reports',
    permission: 'reports.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'reports', tenant: 1, waiting: 20, waitSeconds: 10, rest: 7, retryAfter: 2, detail: 'other reports of this organization wait; send one request after the other' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listVerificationOutcomes: {
    method: 'GET',
    path: '/api/v1/reports/verification-outcomes',
    tag: 'reports',
    permission: 'reports.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'reports', tenant: 1, waiting: 20, waitSeconds: 10, rest: 7, retryAfter: 2, detail: 'other reports of this organization wait; send one request after the other' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listUnusedCredentials: {
    method: 'GET',
    path: '/api/v1/reports/unused-credentials',
    tag: 'reports',
    permission: 'reports.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listPolicies: {
    method: 'GET',
    path: '/api/v1/policies',
    tag: 'policies',
    permission: 'policies.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createPolicy: {
    method: 'POST',
    path: '/api/v1/policies',
    tag: 'policies',
    permission: 'policies.write',
    recent: null,
    refusesEnding: false,
    audit: 'policy.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 360448,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  evaluatePolicies: {
    method: 'POST',
    path: '/api/v1/policies/evaluate',
    tag: 'policies',
    permission: 'policies.read',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 499712,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getPolicy: {
    method: 'GET',
    path: '/api/v1/policies/{id}',
    tag: 'policies',
    permission: 'policies.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updatePolicy: {
    method: 'PATCH',
    path: '/api/v1/policies/{id}',
    tag: 'policies',
    permission: 'policies.write',
    recent: null,
    refusesEnding: false,
    audit: 'policy.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deletePolicy: {
    method: 'DELETE',
    path: '/api/v1/policies/{id}',
    tag: 'policies',
    permission: 'policies.write',
    recent: 300,
    refusesEnding: true,
    audit: 'policy.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listAccessPolicies: {
    method: 'GET',
    path: '/api/v1/conditional-access/policies',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createAccessPolicy: {
    method: 'POST',
    path: '/api/v1/conditional-access/policies',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'access_policy.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  putAccessPolicyOrder: {
    method: 'PUT',
    path: '/api/v1/conditional-access/policies/order',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'access_policy.order',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getAccessPolicy: {
    method: 'GET',
    path: '/api/v1/conditional-access/policies/{id}',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateAccessPolicy: {
    method: 'PATCH',
    path: '/api/v1/conditional-access/policies/{id}',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'access_policy.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteAccessPolicy: {
    method: 'DELETE',
    path: '/api/v1/conditional-access/policies/{id}',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'access_policy.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  simulateAccess: {
    method: 'POST',
    path: '/api/v1/conditional-access/simulate',
    tag: 'conditional-access',
    permission: 'conditional_access.simulate',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listAccessDevices: {
    method: 'GET',
    path: '/api/v1/conditional-access/devices',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getAccessDevice: {
    method: 'GET',
    path: '/api/v1/conditional-access/devices/{deviceId}',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  putAccessDevice: {
    method: 'PUT',
    path: '/api/v1/conditional-access/devices/{deviceId}',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'access_device.put',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 12288,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteAccessDevice: {
    method: 'DELETE',
    path: '/api/v1/conditional-access/devices/{deviceId}',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'access_device.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listAccessDecisions: {
    method: 'GET',
    path: '/api/v1/conditional-access/decisions',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getAccessStats: {
    method: 'GET',
    path: '/api/v1/conditional-access/stats',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  startAccessBacktest: {
    method: 'POST',
    path: '/api/v1/conditional-access/backtest',
    tag: 'conditional-access',
    permission: 'conditional_access.simulate',
    recent: null,
    refusesEnding: false,
    audit: 'access_backtest.start',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [202, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getAccessBacktest: {
    method: 'GET',
    path: '/api/v1/conditional-access/backtests/{id}',
    tag: 'conditional-access',
    permission: 'conditional_access.simulate',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listNamedLocations: {
    method: 'GET',
    path: '/api/v1/conditional-access/named-locations',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createNamedLocation: {
    method: 'POST',
    path: '/api/v1/conditional-access/named-locations',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'named_location.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getNamedLocation: {
    method: 'GET',
    path: '/api/v1/conditional-access/named-locations/{id}',
    tag: 'conditional-access',
    permission: 'conditional_access.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateNamedLocation: {
    method: 'PATCH',
    path: '/api/v1/conditional-access/named-locations/{id}',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'named_location.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteNamedLocation: {
    method: 'DELETE',
    path: '/api/v1/conditional-access/named-locations/{id}',
    tag: 'conditional-access',
    permission: 'conditional_access.write',
    recent: null,
    refusesEnding: false,
    audit: 'named_location.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listScimTokens: {
    method: 'GET',
    path: '/api/v1/directory/scim/tokens',
    tag: 'scim-tokens',
    permission: 'scim_tokens.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createScimToken: {
    method: 'POST',
    path: '/api/v1/directory/scim/tokens',
    tag: 'scim-tokens',
    permission: 'scim_tokens.write',
    recent: 300,
    refusesEnding: false,
    audit: 'scim_token.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'token',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 77824,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  revokeScimToken: {
    method: 'DELETE',
    path: '/api/v1/directory/scim/tokens/{tokenId}',
    tag: 'scim-tokens',
    permission: 'scim_tokens.write',
    recent: null,
    refusesEnding: false,
    audit: 'scim_token.revoke',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listProvisioningLog: {
    method: 'GET',
    path: '/api/v1/directory/scim/tokens/{tokenId}/log',
    tag: 'scim-tokens',
    permission: 'scim_tokens.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listUsers: {
    method: 'GET',
    path: '/api/v1/directory/users',
    tag: 'users',
    permission: 'directory.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createUser: {
    method: 'POST',
    path: '/api/v1/directory/users',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getUser: {
    method: 'GET',
    path: '/api/v1/directory/users/{userId}',
    tag: 'users',
    permission: 'directory.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateUser: {
    method: 'PATCH',
    path: '/api/v1/directory/users/{userId}',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/v1/directory/users/{userId}',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  suspendUser: {
    method: 'POST',
    path: '/api/v1/directory/users/{userId}/suspend',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.suspend',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  reactivateUser: {
    method: 'POST',
    path: '/api/v1/directory/users/{userId}/reactivate',
    tag: 'users',
    permission: 'directory.write',
    recent: 300,
    refusesEnding: true,
    audit: 'user.reactivate',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deprovisionUser: {
    method: 'POST',
    path: '/api/v1/directory/users/{userId}/deprovision',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.deprovision',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  inviteUser: {
    method: 'POST',
    path: '/api/v1/directory/users/{userId}/invite',
    tag: 'users',
    permission: 'directory.write',
    recent: 300,
    refusesEnding: true,
    audit: 'user.invite',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  createAccessPass: {
    method: 'POST',
    path: '/api/v1/directory/users/{userId}/access-pass',
    tag: 'users',
    permission: 'directory.write',
    recent: 300,
    refusesEnding: true,
    audit: 'user.create_access_pass',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'accessPass',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getUserFactors: {
    method: 'GET',
    path: '/api/v1/directory/users/{userId}/factors',
    tag: 'users',
    permission: 'directory.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  deleteUserFactors: {
    method: 'DELETE',
    path: '/api/v1/directory/users/{userId}/factors',
    tag: 'users',
    permission: 'directory.write',
    recent: 300,
    refusesEnding: true,
    audit: 'user.reset_factors',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listInvitations: {
    method: 'GET',
    path: '/api/v1/directory/invitations',
    tag: 'users',
    permission: 'directory.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/api/v1/directory/invitations/{invitationId}',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.revoke_invitation',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listUserSessions: {
    method: 'GET',
    path: '/api/v1/directory/users/{userId}/sessions',
    tag: 'users',
    permission: 'directory.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/v1/directory/users/{userId}/sessions',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.end_sessions',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/v1/directory/users/{userId}/sessions/{sessionId}',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.end_session',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getAttributeSchema: {
    method: 'GET',
    path: '/api/v1/directory/attribute-schema',
    tag: 'users',
    permission: 'directory.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  replaceAttributeSchema: {
    method: 'PUT',
    path: '/api/v1/directory/attribute-schema',
    tag: 'users',
    permission: 'directory.write',
    recent: null,
    refusesEnding: false,
    audit: 'attribute_schema.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listPasskeys: {
    method: 'GET',
    path: '/api/v1/auth/webauthn/users/{userId}/credentials',
    tag: 'passkeys',
    permission: 'passkeys.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  deletePasskey: {
    method: 'DELETE',
    path: '/api/v1/auth/webauthn/users/{userId}/credentials/{credId}',
    tag: 'passkeys',
    permission: 'passkeys.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.remove_passkey',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  submitPasskey: {
    method: 'POST',
    path: '/login/{orgId}/passkey',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 397312,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startPasskeySignIn: {
    method: 'POST',
    path: '/login/{orgId}/passkey/options',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['application/json', 'text/html'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitPasskeyEnrolment: {
    method: 'POST',
    path: '/login/{orgId}/passkey/enrolment',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 389120,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startPasskeyEnrolment: {
    method: 'POST',
    path: '/login/{orgId}/passkey/enrolment/options',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['application/json', 'text/html'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showOwnPasskeys: {
    method: 'GET',
    path: '/account/{orgId}/passkeys',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  addOwnPasskey: {
    method: 'POST',
    path: '/account/{orgId}/passkeys',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 397312,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startPasskeyRegistration: {
    method: 'POST',
    path: '/account/{orgId}/passkeys/options',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['application/json', 'text/html'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  updateOwnPasskey: {
    method: 'POST',
    path: '/account/{orgId}/passkeys/{passkeyId}/rename',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  removeOwnPasskey: {
    method: 'POST',
    path: '/account/{orgId}/passkeys/{passkeyId}/remove',
    tag: 'hosted-passkeys',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listGroups: {
    method: 'GET',
    path: '/api/v1/directory/groups',
    tag: 'groups',
    permission: 'groups.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createGroup: {
    method: 'POST',
    path: '/api/v1/directory/groups',
    tag: 'groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 147456,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getGroup: {
    method: 'GET',
    path: '/api/v1/directory/groups/{groupId}',
    tag: 'groups',
    permission: 'groups.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateGroup: {
    method: 'PATCH',
    path: '/api/v1/directory/groups/{groupId}',
    tag: 'groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 147456,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteGroup: {
    method: 'DELETE',
    path: '/api/v1/directory/groups/{groupId}',
    tag: 'groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listGroupMembers: {
    method: 'GET',
    path: '/api/v1/directory/groups/{groupId}/members',
    tag: 'groups',
    permission: 'groups.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  addGroupMembers: {
    method: 'POST',
    path: '/api/v1/directory/groups/{groupId}/members',
    tag: 'groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.add_members',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 135168,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  removeGroupMember: {
    method: 'DELETE',
    path: '/api/v1/directory/groups/{groupId}/members/{userId}',
    tag: 'groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.remove_member',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  listScimUsers: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/Users',
    tag: 'scim-users',
    permission: 'users.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'scim-search', tenant: 2, waiting: 20, waitSeconds: 2, retryAfter: 1, detail: '{limit} searches of this organization are under way; wait for the seconds in Retry-After' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createScimUser: {
    method: 'POST',
    path: '/api/scim/v2/{orgId}/Users',
    tag: 'scim-users',
    permission: 'users.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.create',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  searchScimUsers: {
    method: 'POST',
    path: '/api/scim/v2/{orgId}/Users/.search',
    tag: 'scim-users',
    permission: 'users.read',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'scim-search', tenant: 2, waiting: 20, waitSeconds: 2, retryAfter: 1, detail: '{limit} searches of this organization are under way; wait for the seconds in Retry-After' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getScimUser: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/Users/{id}',
    tag: 'scim-users',
    permission: 'users.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  replaceScimUser: {
    method: 'PUT',
    path: '/api/scim/v2/{orgId}/Users/{id}',
    tag: 'scim-users',
    permission: 'users.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  updateScimUser: {
    method: 'PATCH',
    path: '/api/scim/v2/{orgId}/Users/{id}',
    tag: 'scim-users',
    permission: 'users.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteScimUser: {
    method: 'DELETE',
    path: '/api/scim/v2/{orgId}/Users/{id}',
    tag: 'scim-users',
    permission: 'users.write',
    recent: null,
    refusesEnding: false,
    audit: 'user.deprovision',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 204, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listScimGroups: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/Groups',
    tag: 'scim-groups',
    permission: 'groups.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'scim-search', tenant: 2, waiting: 20, waitSeconds: 2, retryAfter: 1, detail: '{limit} searches of this organization are under way; wait for the seconds in Retry-After' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createScimGroup: {
    method: 'POST',
    path: '/api/scim/v2/{orgId}/Groups',
    tag: 'scim-groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.create',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  searchScimGroups: {
    method: 'POST',
    path: '/api/scim/v2/{orgId}/Groups/.search',
    tag: 'scim-groups',
    permission: 'groups.read',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'scim-search', tenant: 2, waiting: 20, waitSeconds: 2, retryAfter: 1, detail: '{limit} searches of this organization are under way; wait for the seconds in Retry-After' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getScimGroup: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/Groups/{id}',
    tag: 'scim-groups',
    permission: 'groups.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  replaceScimGroup: {
    method: 'PUT',
    path: '/api/scim/v2/{orgId}/Groups/{id}',
    tag: 'scim-groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  updateScimGroup: {
    method: 'PATCH',
    path: '/api/scim/v2/{orgId}/Groups/{id}',
    tag: 'scim-groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteScimGroup: {
    method: 'DELETE',
    path: '/api/scim/v2/{orgId}/Groups/{id}',
    tag: 'scim-groups',
    permission: 'groups.write',
    recent: null,
    refusesEnding: false,
    audit: 'group.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 204, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  searchScim: {
    method: 'POST',
    path: '/api/scim/v2/{orgId}/.search',
    tag: 'scim',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'scim-search', tenant: 2, waiting: 20, waitSeconds: 2, retryAfter: 1, detail: '{limit} searches of this organization are under way; wait for the seconds in Retry-After' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  runScimBulk: {
    method: 'POST',
    path: '/api/scim/v2/{orgId}/Bulk',
    tag: 'scim',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 4, detail: '{limit} bulk requests are under way; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/scim+json', 'application/json'],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getScimServiceProviderConfig: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/ServiceProviderConfig',
    tag: 'scim',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listScimSchemas: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/Schemas',
    tag: 'scim',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getScimSchema: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/Schemas/{id}',
    tag: 'scim',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listScimResourceTypes: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/ResourceTypes',
    tag: 'scim',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getScimResourceType: {
    method: 'GET',
    path: '/api/scim/v2/{orgId}/ResourceTypes/{name}',
    tag: 'scim',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'scimToken',
    errors: 'scim',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/scim+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getPasswordPolicy: {
    method: 'GET',
    path: '/api/v1/auth/password-policy',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updatePasswordPolicy: {
    method: 'PUT',
    path: '/api/v1/auth/password-policy',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'password_policy.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 454656,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getTotpConfig: {
    method: 'GET',
    path: '/api/v1/auth/totp-config',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateTotpConfig: {
    method: 'PUT',
    path: '/api/v1/auth/totp-config',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'totp_config.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getWebauthnConfig: {
    method: 'GET',
    path: '/api/v1/auth/webauthn-config',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateWebauthnConfig: {
    method: 'PUT',
    path: '/api/v1/auth/webauthn-config',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'webauthn_config.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 196608,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getMagicLinkConfig: {
    method: 'GET',
    path: '/api/v1/auth/magic-link-config',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateMagicLinkConfig: {
    method: 'PUT',
    path: '/api/v1/auth/magic-link-config',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'magic_link_config.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getRegistrationConfig: {
    method: 'GET',
    path: '/api/v1/auth/registration-config',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateRegistrationConfig: {
    method: 'PUT',
    path: '/api/v1/auth/registration-config',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'registration_config.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 159744,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listMailTemplates: {
    method: 'GET',
    path: '/api/v1/auth/mail-templates',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getMailTemplate: {
    method: 'GET',
    path: '/api/v1/auth/mail-templates/{kind}/{language}',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  replaceMailTemplate: {
    method: 'PUT',
    path: '/api/v1/auth/mail-templates/{kind}/{language}',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: 300,
    refusesEnding: true,
    audit: 'mail_template.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 32768,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteMailTemplate: {
    method: 'DELETE',
    path: '/api/v1/auth/mail-templates/{kind}/{language}',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: 300,
    refusesEnding: true,
    audit: 'mail_template.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  previewMailTemplate: {
    method: 'POST',
    path: '/api/v1/auth/mail-templates/{kind}/{language}/preview',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 32768,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  testMailTemplate: {
    method: 'POST',
    path: '/api/v1/auth/mail-templates/{kind}/{language}/test',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'mail_template.test',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 32768,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [202, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getBranding: {
    method: 'GET',
    path: '/api/v1/branding',
    tag: 'auth-config',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateBranding: {
    method: 'PUT',
    path: '/api/v1/branding',
    tag: 'auth-config',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'branding.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 815104,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listOidcClients: {
    method: 'GET',
    path: '/api/v1/oidc/clients',
    tag: 'oidc-clients',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createOidcClient: {
    method: 'POST',
    path: '/api/v1/oidc/clients',
    tag: 'oidc-clients',
    permission: 'oidc.write',
    recent: 300,
    refusesEnding: false,
    audit: 'oidc_client.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'clientSecret',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOidcClient: {
    method: 'GET',
    path: '/api/v1/oidc/clients/{clientId}',
    tag: 'oidc-clients',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateOidcClient: {
    method: 'PATCH',
    path: '/api/v1/oidc/clients/{clientId}',
    tag: 'oidc-clients',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_client.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteOidcClient: {
    method: 'DELETE',
    path: '/api/v1/oidc/clients/{clientId}',
    tag: 'oidc-clients',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_client.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  rotateOidcClientSecret: {
    method: 'POST',
    path: '/api/v1/oidc/clients/{clientId}/rotate-secret',
    tag: 'oidc-clients',
    permission: 'oidc.write',
    recent: 300,
    refusesEnding: false,
    audit: 'oidc_client.rotate_secret',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'clientSecret',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOidcClientMetadata: {
    method: 'GET',
    path: '/api/v1/oidc/client-metadata',
    tag: 'oidc-clients',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateOidcClientMetadata: {
    method: 'PUT',
    path: '/api/v1/oidc/client-metadata',
    tag: 'oidc-clients',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_client_metadata.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 659456,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listOidcAgents: {
    method: 'GET',
    path: '/api/v1/oidc/agents',
    tag: 'oidc-agents',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOidcBlockedHosts: {
    method: 'GET',
    path: '/api/v1/oidc/agents/blocked-hosts',
    tag: 'oidc-agents',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateOidcBlockedHosts: {
    method: 'PUT',
    path: '/api/v1/oidc/agents/blocked-hosts',
    tag: 'oidc-agents',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_blocked_hosts.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 651264,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOidcAgent: {
    method: 'GET',
    path: '/api/v1/oidc/agents/{agentId}',
    tag: 'oidc-agents',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  deleteOidcAgent: {
    method: 'DELETE',
    path: '/api/v1/oidc/agents/{agentId}',
    tag: 'oidc-agents',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_agent.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  approveOidcAgent: {
    method: 'POST',
    path: '/api/v1/oidc/agents/{agentId}/approve',
    tag: 'oidc-agents',
    permission: 'oidc.write',
    recent: 300,
    refusesEnding: true,
    audit: 'oidc_agent.approve',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listOidcAgentGrants: {
    method: 'GET',
    path: '/api/v1/oidc/agents/{agentId}/grants',
    tag: 'oidc-agents',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  deleteOidcAgentGrant: {
    method: 'DELETE',
    path: '/api/v1/oidc/agents/{agentId}/grants/{userId}',
    tag: 'oidc-agents',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_agent.end_grant',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listOidcScopes: {
    method: 'GET',
    path: '/api/v1/oidc/scopes',
    tag: 'oidc-scopes',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createOidcScope: {
    method: 'POST',
    path: '/api/v1/oidc/scopes',
    tag: 'oidc-scopes',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_scope.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 188416,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOidcScope: {
    method: 'GET',
    path: '/api/v1/oidc/scopes/{scopeId}',
    tag: 'oidc-scopes',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateOidcScope: {
    method: 'PATCH',
    path: '/api/v1/oidc/scopes/{scopeId}',
    tag: 'oidc-scopes',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_scope.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 184320,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteOidcScope: {
    method: 'DELETE',
    path: '/api/v1/oidc/scopes/{scopeId}',
    tag: 'oidc-scopes',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_scope.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  getClientRegistration: {
    method: 'GET',
    path: '/api/v1/oidc/client-registration',
    tag: 'client-registration',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateClientRegistration: {
    method: 'PUT',
    path: '/api/v1/oidc/client-registration',
    tag: 'client-registration',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'client_registration.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 323584,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listInitialAccessTokens: {
    method: 'GET',
    path: '/api/v1/oidc/initial-access-tokens',
    tag: 'client-registration',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createInitialAccessToken: {
    method: 'POST',
    path: '/api/v1/oidc/initial-access-tokens',
    tag: 'client-registration',
    permission: 'oidc.write',
    recent: 300,
    refusesEnding: false,
    audit: 'initial_access_token.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'token',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 425984,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getInitialAccessToken: {
    method: 'GET',
    path: '/api/v1/oidc/initial-access-tokens/{tokenId}',
    tag: 'client-registration',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  revokeInitialAccessToken: {
    method: 'DELETE',
    path: '/api/v1/oidc/initial-access-tokens/{tokenId}',
    tag: 'client-registration',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'initial_access_token.revoke',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listOidcResources: {
    method: 'GET',
    path: '/api/v1/oidc/resources',
    tag: 'oidc-resources',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createOidcResource: {
    method: 'POST',
    path: '/api/v1/oidc/resources',
    tag: 'oidc-resources',
    permission: 'oidc.write',
    recent: 300,
    refusesEnding: false,
    audit: 'oidc_resource.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 524288,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOidcResource: {
    method: 'GET',
    path: '/api/v1/oidc/resources/{resourceId}',
    tag: 'oidc-resources',
    permission: 'oidc.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateOidcResource: {
    method: 'PATCH',
    path: '/api/v1/oidc/resources/{resourceId}',
    tag: 'oidc-resources',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_resource.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 520192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteOidcResource: {
    method: 'DELETE',
    path: '/api/v1/oidc/resources/{resourceId}',
    tag: 'oidc-resources',
    permission: 'oidc.write',
    recent: null,
    refusesEnding: false,
    audit: 'oidc_resource.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listServiceProviders: {
    method: 'GET',
    path: '/api/v1/saml/service-providers',
    tag: 'service-providers',
    permission: 'saml.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createServiceProvider: {
    method: 'POST',
    path: '/api/v1/saml/service-providers',
    tag: 'service-providers',
    permission: 'saml.write',
    recent: 300,
    refusesEnding: false,
    audit: 'service_provider.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  getServiceProvider: {
    method: 'GET',
    path: '/api/v1/saml/service-providers/{spId}',
    tag: 'service-providers',
    permission: 'saml.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateServiceProvider: {
    method: 'PATCH',
    path: '/api/v1/saml/service-providers/{spId}',
    tag: 'service-providers',
    permission: 'saml.write',
    recent: null,
    refusesEnding: false,
    audit: 'service_provider.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  deleteServiceProvider: {
    method: 'DELETE',
    path: '/api/v1/saml/service-providers/{spId}',
    tag: 'service-providers',
    permission: 'saml.write',
    recent: null,
    refusesEnding: false,
    audit: 'service_provider.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  refreshServiceProviderMetadata: {
    method: 'POST',
    path: '/api/v1/saml/service-providers/{spId}/refresh-metadata',
    tag: 'service-providers',
    permission: 'saml.write',
    recent: 300,
    refusesEnding: true,
    audit: 'service_provider.refresh_metadata',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  approveServiceProviderChange: {
    method: 'POST',
    path: '/api/v1/saml/service-providers/{spId}/approve-change',
    tag: 'service-providers',
    permission: 'saml.write',
    recent: 300,
    refusesEnding: false,
    audit: 'service_provider.approve_change',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  rejectServiceProviderChange: {
    method: 'POST',
    path: '/api/v1/saml/service-providers/{spId}/reject-change',
    tag: 'service-providers',
    permission: 'saml.write',
    recent: null,
    refusesEnding: false,
    audit: 'service_provider.reject_change',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listServiceProviderTraces: {
    method: 'GET',
    path: '/api/v1/saml/service-providers/{spId}/traces',
    tag: 'service-providers',
    permission: 'saml.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  previewServiceProvider: {
    method: 'POST',
    path: '/api/v1/saml/service-providers/{spId}/preview',
    tag: 'service-providers',
    permission: 'saml.read',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listSigningKeys: {
    method: 'GET',
    path: '/api/v1/keys',
    tag: 'signing-keys',
    permission: 'keys.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  rotateSigningKeys: {
    method: 'POST',
    path: '/api/v1/keys/rotate',
    tag: 'signing-keys',
    permission: 'keys.write',
    recent: 300,
    refusesEnding: true,
    audit: 'key.rotate',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  activateSigningKey: {
    method: 'POST',
    path: '/api/v1/keys/{keyId}/activate',
    tag: 'signing-keys',
    permission: 'keys.write',
    recent: 300,
    refusesEnding: true,
    audit: 'key.activate',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  listSocialProviders: {
    method: 'GET',
    path: '/api/v1/auth/social-providers',
    tag: 'social-providers',
    permission: 'auth_config.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createSocialProvider: {
    method: 'POST',
    path: '/api/v1/auth/social-providers',
    tag: 'social-providers',
    permission: 'auth_config.write',
    recent: 300,
    refusesEnding: true,
    audit: 'social_provider.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 241664,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  updateSocialProvider: {
    method: 'PATCH',
    path: '/api/v1/auth/social-providers/{providerId}',
    tag: 'social-providers',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'social_provider.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 217088,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteSocialProvider: {
    method: 'DELETE',
    path: '/api/v1/auth/social-providers/{providerId}',
    tag: 'social-providers',
    permission: 'auth_config.write',
    recent: null,
    refusesEnding: false,
    audit: 'social_provider.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  listConnections: {
    method: 'GET',
    path: '/api/v1/federation',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listFederatedDomains: {
    method: 'GET',
    path: '/api/v1/federation/domains',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  verifyFederatedDomain: {
    method: 'POST',
    path: '/api/v1/federation/domains/{domain}/verify',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: false,
    audit: 'domain.verify',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 2, node: 16, waiting: 5, waitSeconds: 10, retryAfter: 5, detail: '{limit} domains are being looked up; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  listOidcConnections: {
    method: 'GET',
    path: '/api/v1/federation/oidc',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createOidcConnection: {
    method: 'POST',
    path: '/api/v1/federation/oidc',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: false,
    audit: 'connection.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOidcConnection: {
    method: 'GET',
    path: '/api/v1/federation/oidc/{id}',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateOidcConnection: {
    method: 'PATCH',
    path: '/api/v1/federation/oidc/{id}',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteOidcConnection: {
    method: 'DELETE',
    path: '/api/v1/federation/oidc/{id}',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: true,
    audit: 'connection.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  testOidcConnection: {
    method: 'POST',
    path: '/api/v1/federation/oidc/{id}/test',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.test',
    transaction: 'after',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 2, node: 16, waiting: 5, waitSeconds: 10, retryAfter: 5, detail: '{limit} tests of connections are under way; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 502, 503],
    deprecation: null,
  },
  receiveBackchannelLogout: {
    method: 'POST',
    path: '/api/v1/federation/oidc/{id}/backchannel-logout',
    tag: 'federation',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 16384,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listSamlConnections: {
    method: 'GET',
    path: '/api/v1/federation/saml',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createSamlConnection: {
    method: 'POST',
    path: '/api/v1/federation/saml',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: false,
    audit: 'connection.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  getSamlConnection: {
    method: 'GET',
    path: '/api/v1/federation/saml/{id}',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateSamlConnection: {
    method: 'PATCH',
    path: '/api/v1/federation/saml/{id}',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  deleteSamlConnection: {
    method: 'DELETE',
    path: '/api/v1/federation/saml/{id}',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: true,
    audit: 'connection.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  testSamlConnection: {
    method: 'POST',
    path: '/api/v1/federation/saml/{id}/test',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.test',
    transaction: 'after',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 2, node: 16, waiting: 5, waitSeconds: 10, retryAfter: 5, detail: '{limit} tests of connections are under way; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 502, 503],
    deprecation: null,
  },
  refreshSamlConnectionMetadata: {
    method: 'POST',
    path: '/api/v1/federation/saml/{id}/refresh-metadata',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: true,
    audit: 'connection.refresh_metadata',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  approveSamlConnectionChange: {
    method: 'POST',
    path: '/api/v1/federation/saml/{id}/approve-change',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: false,
    audit: 'connection.approve_change',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  rejectSamlConnectionChange: {
    method: 'POST',
    path: '/api/v1/federation/saml/{id}/reject-change',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.reject_change',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getSamlConnectionMetadata: {
    method: 'GET',
    path: '/api/v1/federation/saml/{id}/metadata',
    tag: 'federation',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/samlmetadata+xml', 'text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listSetupLinks: {
    method: 'GET',
    path: '/api/v1/federation/setup-links',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createSetupLink: {
    method: 'POST',
    path: '/api/v1/federation/setup-links',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: false,
    audit: 'setup_link.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'url',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 65536,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getSetupLink: {
    method: 'GET',
    path: '/api/v1/federation/setup-links/{id}',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  revokeSetupLink: {
    method: 'DELETE',
    path: '/api/v1/federation/setup-links/{id}',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'setup_link.revoke',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getConnection: {
    method: 'GET',
    path: '/api/v1/federation/{id}',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateConnection: {
    method: 'PATCH',
    path: '/api/v1/federation/{id}',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteConnection: {
    method: 'DELETE',
    path: '/api/v1/federation/{id}',
    tag: 'federation',
    permission: 'federation.write',
    recent: 300,
    refusesEnding: true,
    audit: 'connection.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  testConnection: {
    method: 'POST',
    path: '/api/v1/federation/{id}/test',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.test',
    transaction: 'after',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 2, node: 16, waiting: 5, waitSeconds: 10, retryAfter: 5, detail: '{limit} tests of connections are under way; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 502, 503],
    deprecation: null,
  },
  previewConnectionMapping: {
    method: 'POST',
    path: '/api/v1/federation/{id}/preview',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 524288,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  createTestSignIn: {
    method: 'POST',
    path: '/api/v1/federation/{id}/test-sign-in',
    tag: 'federation',
    permission: 'federation.write',
    recent: null,
    refusesEnding: false,
    audit: 'connection.create_test_sign_in',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  listConnectionTraces: {
    method: 'GET',
    path: '/api/v1/federation/{id}/traces',
    tag: 'federation',
    permission: 'federation.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listWebhooks: {
    method: 'GET',
    path: '/api/v1/webhooks',
    tag: 'webhooks',
    permission: 'webhooks.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: 300,
    refusesEnding: false,
    audit: 'webhook.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'signingSecret',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 106496,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getWebhook: {
    method: 'GET',
    path: '/api/v1/webhooks/{id}',
    tag: 'webhooks',
    permission: 'webhooks.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateWebhook: {
    method: 'PUT',
    path: '/api/v1/webhooks/{id}',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 106496,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  testWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/test',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.test',
    transaction: 'after',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  pauseWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/pause',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.pause',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  resumeWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/resume',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: 300,
    refusesEnding: true,
    audit: 'webhook.resume',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  recoverWebhook: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/recover',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.recover',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/rotate-secret',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: 300,
    refusesEnding: false,
    audit: 'webhook.rotate_secret',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'signingSecret',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listDeliveries: {
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries',
    tag: 'webhooks',
    permission: 'webhooks.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getDelivery: {
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}',
    tag: 'webhooks',
    permission: 'webhooks.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  retryDelivery: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.retry',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  listDeadLetters: {
    method: 'GET',
    path: '/api/v1/webhooks/{id}/dead-letters',
    tag: 'webhooks',
    permission: 'webhooks.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  replayDeadLetters: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/dead-letters/replay',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.replay',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getDeadLetter: {
    method: 'GET',
    path: '/api/v1/webhooks/{id}/dead-letters/{deadLetterId}',
    tag: 'webhooks',
    permission: 'webhooks.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  deleteDeadLetter: {
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}/dead-letters/{deadLetterId}',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.delete_dead_letter',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  replayDeadLetter: {
    method: 'POST',
    path: '/api/v1/webhooks/{id}/dead-letters/{deadLetterId}/replay',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook.replay',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 429, 500, 503],
    deprecation: null,
  },
  listWebhookListeners: {
    method: 'GET',
    path: '/api/v1/webhook-listeners',
    tag: 'webhooks',
    permission: 'webhooks.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createWebhookListener: {
    method: 'POST',
    path: '/api/v1/webhook-listeners',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: 300,
    refusesEnding: false,
    audit: 'webhook_listener.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: 'signingSecret',
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 77824,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteWebhookListener: {
    method: 'DELETE',
    path: '/api/v1/webhook-listeners/{id}',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: 'webhook_listener.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  streamWebhookListener: {
    method: 'GET',
    path: '/api/v1/webhook-listeners/{id}/deliveries',
    tag: 'webhooks',
    permission: 'webhooks.write',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 25, node: 100, retryAfter: 10, detail: '{limit} streams are open; close one of them' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/x-ndjson', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listAuditLogs: {
    method: 'GET',
    path: '/api/v1/audit-logs',
    tag: 'audit-logs',
    permission: 'audit.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  exportAuditLogs: {
    method: 'GET',
    path: '/api/v1/audit-logs/export',
    tag: 'audit-logs',
    permission: 'audit.export',
    recent: 300,
    refusesEnding: false,
    audit: 'audit.export',
    transaction: 'after',
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 1, node: 4, waiting: 5, waitSeconds: 20, rest: 6, onlyResting: true, retryAfter: 10 },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/x-ndjson', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getAuditIntegrity: {
    method: 'GET',
    path: '/api/v1/audit-logs/integrity',
    tag: 'audit-logs',
    permission: 'audit.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { tenant: 1, waiting: 5, waitSeconds: 20, rest: 10, retryAfter: 10, detail: 'other verifications of the audit log of this organization wait; send one request after the other' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getAuditLog: {
    method: 'GET',
    path: '/api/v1/audit-logs/{id}',
    tag: 'audit-logs',
    permission: 'audit.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  listAnomalies: {
    method: 'GET',
    path: '/api/v1/anomalies',
    tag: 'anomalies',
    permission: 'anomalies.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getAnomaly: {
    method: 'GET',
    path: '/api/v1/anomalies/{id}',
    tag: 'anomalies',
    permission: 'anomalies.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateAnomaly: {
    method: 'PATCH',
    path: '/api/v1/anomalies/{id}',
    tag: 'anomalies',
    permission: 'anomalies.write',
    recent: null,
    refusesEnding: false,
    audit: 'anomaly.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listAlerts: {
    method: 'GET',
    path: '/api/v1/alerts',
    tag: 'alerts',
    permission: 'alerts.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getAlert: {
    method: 'GET',
    path: '/api/v1/alerts/{id}',
    tag: 'alerts',
    permission: 'alerts.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateAlert: {
    method: 'PATCH',
    path: '/api/v1/alerts/{id}',
    tag: 'alerts',
    permission: 'alerts.write',
    recent: null,
    refusesEnding: false,
    audit: 'alert.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listAlertRules: {
    method: 'GET',
    path: '/api/v1/alert-rules',
    tag: 'alerts',
    permission: 'alerts.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createAlertRule: {
    method: 'POST',
    path: '/api/v1/alert-rules',
    tag: 'alerts',
    permission: 'alerts.write',
    recent: null,
    refusesEnding: false,
    audit: 'alert_rule.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 245760,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getAlertRule: {
    method: 'GET',
    path: '/api/v1/alert-rules/{id}',
    tag: 'alerts',
    permission: 'alerts.read',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateAlertRule: {
    method: 'PATCH',
    path: '/api/v1/alert-rules/{id}',
    tag: 'alerts',
    permission: 'alerts.write',
    recent: null,
    refusesEnding: false,
    audit: 'alert_rule.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 245760,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteAlertRule: {
    method: 'DELETE',
    path: '/api/v1/alert-rules/{id}',
    tag: 'alerts',
    permission: 'alerts.write',
    recent: 300,
    refusesEnding: true,
    audit: 'alert_rule.delete',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  testAlertRule: {
    method: 'POST',
    path: '/api/v1/alert-rules/{id}/test',
    tag: 'alerts',
    permission: 'alerts.write',
    recent: null,
    refusesEnding: false,
    audit: 'alert_rule.test',
    transaction: 'after',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  showSignIn: {
    method: 'GET',
    path: '/login/{orgId}',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitIdentifier: {
    method: 'POST',
    path: '/login/{orgId}/identifier',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  submitPassword: {
    method: 'POST',
    path: '/login/{orgId}/password',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 20480,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitNewPassword: {
    method: 'POST',
    path: '/login/{orgId}/new-password',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 20480,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startSocialSignIn: {
    method: 'POST',
    path: '/login/{orgId}/social/{providerId}',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  finishSocialSignIn: {
    method: 'GET',
    path: '/login/{orgId}/social/{providerId}/callback',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 429, 500, 502, 503],
    deprecation: null,
  },
  finishSocialSignInByForm: {
    method: 'POST',
    path: '/login/{orgId}/social/{providerId}/callback',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: true,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 131072,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showSignOut: {
    method: 'GET',
    path: '/logout/{orgId}',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitSignOut: {
    method: 'POST',
    path: '/logout/{orgId}',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitLanguage: {
    method: 'POST',
    path: '/language',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 102400,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  finishDeviceVisit: {
    method: 'GET',
    path: '/login/{orgId}/device',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  showSignedOut: {
    method: 'GET',
    path: '/login/{orgId}/signed-out',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  receiveSamlResponse: {
    method: 'POST',
    path: '/api/v1/federation/saml/{id}/acs',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: true,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 393216,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  finishSamlSignIn: {
    method: 'GET',
    path: '/api/v1/federation/saml/{id}/finish',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  receiveSamlConnectionLogout: {
    method: 'GET',
    path: '/api/v1/federation/saml/{id}/slo',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  receiveSamlConnectionLogoutByForm: {
    method: 'POST',
    path: '/api/v1/federation/saml/{id}/slo',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: true,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 393216,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  finishSamlUpstreamLogout: {
    method: 'GET',
    path: '/api/v1/federation/saml/{id}/logged-out',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  finishFederatedSignIn: {
    method: 'GET',
    path: '/api/v1/federation/oidc/{id}/callback',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 502, 503],
    deprecation: null,
  },
  finishUpstreamLogout: {
    method: 'GET',
    path: '/api/v1/federation/oidc/{id}/logged-out',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  startUpstreamLogout: {
    method: 'GET',
    path: '/api/v1/federation/{id}/logout',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  showTestSignIn: {
    method: 'GET',
    path: '/login/{orgId}/test-sign-in/{link}',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  startTestSignIn: {
    method: 'POST',
    path: '/login/{orgId}/test-sign-in/{link}',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startFederatedSignIn: {
    method: 'POST',
    path: '/login/{orgId}/federation/{connectionId}',
    tag: 'sign-in',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  redeemDashboardLink: {
    method: 'POST',
    path: '/admin/redeem',
    tag: 'dashboard',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json', 'text/html'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startAdminSignIn: {
    method: 'GET',
    path: '/admin/sign-in',
    tag: 'dashboard',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  previewSignInPage: {
    method: 'POST',
    path: '/admin/sign-in-preview',
    tag: 'dashboard',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'preview',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 262144,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startMagicLink: {
    method: 'GET',
    path: '/login/{orgId}/magic-link',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitMagicLinkRequest: {
    method: 'POST',
    path: '/login/{orgId}/magic-link',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showMagicLink: {
    method: 'GET',
    path: '/login/{orgId}/magic-link/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitMagicLink: {
    method: 'POST',
    path: '/login/{orgId}/magic-link/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  finishMagicLink: {
    method: 'GET',
    path: '/login/{orgId}/continue',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  showForgottenPassword: {
    method: 'GET',
    path: '/login/{orgId}/forgot-password',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitForgottenPassword: {
    method: 'POST',
    path: '/login/{orgId}/forgot-password',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showPasswordReset: {
    method: 'GET',
    path: '/login/{orgId}/reset-password/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitPasswordReset: {
    method: 'POST',
    path: '/login/{orgId}/reset-password/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 20480,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showInvitation: {
    method: 'GET',
    path: '/login/{orgId}/invite/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitInvitation: {
    method: 'POST',
    path: '/login/{orgId}/invite/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 20480,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showEmailVerification: {
    method: 'GET',
    path: '/login/{orgId}/verify-email/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  verifyEmail: {
    method: 'POST',
    path: '/login/{orgId}/verify-email/{link}',
    tag: 'mailed-links',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showSetupLink: {
    method: 'GET',
    path: '/setup-link/{orgId}/{link}',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  openSetupLink: {
    method: 'POST',
    path: '/setup-link/{orgId}/{link}',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showSetup: {
    method: 'GET',
    path: '/setup/{orgId}/{setupLinkId}',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitSetupConnection: {
    method: 'POST',
    path: '/setup/{orgId}/{setupLinkId}/connection',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 57344,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitSetupSamlConnection: {
    method: 'POST',
    path: '/setup/{orgId}/{setupLinkId}/saml',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: { shared: 'setup-work', tenant: 2, node: 8, waiting: 5, waitSeconds: 10, retryAfter: 5, detail: '{limit} look-ups of setup links are under way; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 393216,
    requestTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  verifySetupDomain: {
    method: 'POST',
    path: '/setup/{orgId}/{setupLinkId}/domain',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: { shared: 'setup-work', tenant: 2, node: 8, waiting: 5, waitSeconds: 10, retryAfter: 5, detail: '{limit} look-ups of setup links are under way; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  testSetupConnection: {
    method: 'POST',
    path: '/setup/{orgId}/{setupLinkId}/test',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: { shared: 'setup-work', tenant: 2, node: 8, waiting: 5, waitSeconds: 10, retryAfter: 5, detail: '{limit} look-ups of setup links are under way; wait for one to end' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  finishSetup: {
    method: 'POST',
    path: '/setup/{orgId}/{setupLinkId}/finish',
    tag: 'setup',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showRegistration: {
    method: 'GET',
    path: '/login/{orgId}/create-account',
    tag: 'registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitRegistration: {
    method: 'POST',
    path: '/login/{orgId}/create-account',
    tag: 'registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showNewAccount: {
    method: 'GET',
    path: '/login/{orgId}/create-account/{link}',
    tag: 'registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitNewAccount: {
    method: 'POST',
    path: '/login/{orgId}/create-account/{link}',
    tag: 'registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 24576,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  addOwnSocialAccount: {
    method: 'POST',
    path: '/account/{orgId}/social/{providerId}/connect',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  removeOwnSocialAccount: {
    method: 'POST',
    path: '/account/{orgId}/social/{providerId}/disconnect',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showAccount: {
    method: 'GET',
    path: '/account/{orgId}',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitEmailVerificationRequest: {
    method: 'POST',
    path: '/account/{orgId}/verify-email',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  updateOwnProfile: {
    method: 'POST',
    path: '/account/{orgId}/profile',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 12288,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  updateOwnPassword: {
    method: 'POST',
    path: '/account/{orgId}/password',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'hashes',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 32768,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  startOwnApplication: {
    method: 'POST',
    path: '/account/{orgId}/applications/start',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  revokeOwnConsent: {
    method: 'POST',
    path: '/account/{orgId}/applications/end',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  revokeOwnSession: {
    method: 'POST',
    path: '/account/{orgId}/sessions/end',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  revokeOwnSessions: {
    method: 'POST',
    path: '/account/{orgId}/sessions/end-all',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  addOwnFederatedAccount: {
    method: 'POST',
    path: '/account/{orgId}/federation/{connectionId}/connect',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  removeOwnFederatedAccount: {
    method: 'POST',
    path: '/account/{orgId}/federation/{connectionId}/disconnect',
    tag: 'account',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitTotp: {
    method: 'POST',
    path: '/login/{orgId}/totp',
    tag: 'second-factors',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitTotpEnrolment: {
    method: 'POST',
    path: '/login/{orgId}/totp/enrolment',
    tag: 'second-factors',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitRecoveryCode: {
    method: 'POST',
    path: '/login/{orgId}/recovery-code',
    tag: 'second-factors',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showTotpSettings: {
    method: 'GET',
    path: '/account/{orgId}/totp',
    tag: 'second-factors',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitTotpSettings: {
    method: 'POST',
    path: '/account/{orgId}/totp',
    tag: 'second-factors',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  submitAccessPass: {
    method: 'POST',
    path: '/login/{orgId}/access-pass',
    tag: 'second-factors',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOidcConfiguration: {
    method: 'GET',
    path: '/api/oidc/{orgId}/.well-known/openid-configuration',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOidcConfigurationOfPath: {
    method: 'GET',
    path: '/.well-known/openid-configuration/api/oidc/{orgId}',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOauthServerMetadata: {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/api/oidc/{orgId}',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOauthServerMetadataBelow: {
    method: 'GET',
    path: '/api/oidc/{orgId}/.well-known/oauth-authorization-server',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getApiResourceMetadata: {
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/api/v1/{orgId}',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOidcKeys: {
    method: 'GET',
    path: '/api/oidc/{orgId}/.well-known/jwks.json',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/jwk-set+json', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  authorizeOidc: {
    method: 'GET',
    path: '/api/oidc/{orgId}/authorize',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  postOidcAuthorization: {
    method: 'POST',
    path: '/api/oidc/{orgId}/authorize',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 16384,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: ['resource'],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  resumeOidcAuthorization: {
    method: 'GET',
    path: '/api/oidc/{orgId}/authorize/{uid}',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  issueOidcToken: {
    method: 'POST',
    path: '/api/oidc/{orgId}/token',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'client',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 262144,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: ['resource', 'audience'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  preflightOidcToken: {
    method: 'OPTIONS',
    path: '/api/oidc/{orgId}/token',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: null,
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [204, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOidcUserInfo: {
    method: 'GET',
    path: '/api/oidc/{orgId}/userinfo',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'bearer',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  postOidcUserInfo: {
    method: 'POST',
    path: '/api/oidc/{orgId}/userinfo',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'bearer',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 131072,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  preflightOidcUserInfo: {
    method: 'OPTIONS',
    path: '/api/oidc/{orgId}/userinfo',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: null,
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [204, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  revokeOidcToken: {
    method: 'POST',
    path: '/api/oidc/{orgId}/revoke',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 131072,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  introspectOidcToken: {
    method: 'POST',
    path: '/api/oidc/{orgId}/introspect',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 131072,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['application/json', 'application/token-introspection+jwt'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  pushOidcAuthorization: {
    method: 'POST',
    path: '/api/oidc/{orgId}/par',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'client',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 262144,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: ['resource'],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  preflightOidcPush: {
    method: 'OPTIONS',
    path: '/api/oidc/{orgId}/par',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: null,
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [204, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  endOidcSession: {
    method: 'GET',
    path: '/api/oidc/{orgId}/end-session',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  postOidcEndSession: {
    method: 'POST',
    path: '/api/oidc/{orgId}/end-session',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 16384,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  confirmOidcLogout: {
    method: 'POST',
    path: '/api/oidc/{orgId}/end-session/confirm',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 16384,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showOidcLoggedOut: {
    method: 'GET',
    path: '/api/oidc/{orgId}/end-session/success',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  authorizeOidcDevice: {
    method: 'POST',
    path: '/api/oidc/{orgId}/device/authorize',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: false,
    counted: 'client',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 131072,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: ['resource'],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showOidcDevice: {
    method: 'GET',
    path: '/api/oidc/{orgId}/device',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitOidcDevice: {
    method: 'POST',
    path: '/api/oidc/{orgId}/device',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 16384,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  resumeOidcDevice: {
    method: 'GET',
    path: '/api/oidc/{orgId}/device/{uid}',
    tag: 'oidc-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth-page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createOidcRegistration: {
    method: 'POST',
    path: '/api/oidc/{orgId}/register',
    tag: 'oidc-registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  preflightOidcRegistration: {
    method: 'OPTIONS',
    path: '/api/oidc/{orgId}/register',
    tag: 'oidc-registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: null,
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [204, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOidcRegistration: {
    method: 'GET',
    path: '/api/oidc/{orgId}/register/{clientId}',
    tag: 'oidc-registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  replaceOidcRegistration: {
    method: 'PUT',
    path: '/api/oidc/{orgId}/register/{clientId}',
    tag: 'oidc-registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  deleteOidcRegistration: {
    method: 'DELETE',
    path: '/api/oidc/{orgId}/register/{clientId}',
    tag: 'oidc-registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: 'tokens',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [204, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  preflightRegisteredOidcClient: {
    method: 'OPTIONS',
    path: '/api/oidc/{orgId}/register/{clientId}',
    tag: 'oidc-registration',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'oauth',
    crossSite: false,
    scripts: true,
    counted: 'address',
    concurrency: null,
    work: null,
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [204, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getSamlMetadata: {
    method: 'GET',
    path: '/api/saml/{orgId}/metadata',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/samlmetadata+xml', 'text/html', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  startSamlSignOn: {
    method: 'GET',
    path: '/api/saml/{orgId}/sso',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  postSamlSignOn: {
    method: 'POST',
    path: '/api/saml/{orgId}/sso',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: true,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 393216,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  finishSamlSignOn: {
    method: 'GET',
    path: '/api/saml/{orgId}/sso/{requestId}',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  startSamlLogout: {
    method: 'GET',
    path: '/api/saml/{orgId}/slo',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [204, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  postSamlLogout: {
    method: 'POST',
    path: '/api/saml/{orgId}/slo',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: true,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 393216,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [204, 303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showSamlLogout: {
    method: 'GET',
    path: '/api/saml/{orgId}/slo/{logoutId}',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  submitSamlLogout: {
    method: 'POST',
    path: '/api/saml/{orgId}/slo/{logoutId}',
    tag: 'saml-protocol',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'messages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  showOidcInteraction: {
    method: 'GET',
    path: '/api/oidc/{orgId}/interaction/{uid}',
    tag: 'oidc-interaction',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [200, 303, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  answerOidcInteraction: {
    method: 'POST',
    path: '/api/oidc/{orgId}/interaction/{uid}',
    tag: 'oidc-interaction',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: false,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'page',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'pages',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 16384,
    requestTypes: ['application/x-www-form-urlencoded'],
    formLists: [],
    responseTypes: ['text/html', 'application/json'],
    statuses: [303, 400, 403, 404, 405, 406, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  listOrganizations: {
    method: 'GET',
    path: '/api/v1/organizations',
    tag: 'organizations',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'operatorKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  createOrganization: {
    method: 'POST',
    path: '/api/v1/organizations',
    tag: 'organizations',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'organization.create',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'operatorKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 8192,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [201, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  getOrganization: {
    method: 'GET',
    path: '/api/v1/organizations/{id}',
    tag: 'organizations',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'operatorKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  updateOrganization: {
    method: 'PATCH',
    path: '/api/v1/organizations/{id}',
    tag: 'organizations',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'organization.update',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'operatorKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  suspendOrganization: {
    method: 'POST',
    path: '/api/v1/organizations/{id}/suspend',
    tag: 'organizations',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'organization.suspend',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'operatorKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  resumeOrganization: {
    method: 'POST',
    path: '/api/v1/organizations/{id}/resume',
    tag: 'organizations',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'organization.resume',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'operatorKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 429, 500, 503],
    deprecation: null,
  },
  closeOrganization: {
    method: 'POST',
    path: '/api/v1/organizations/{id}/close',
    tag: 'organizations',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: 'organization.close',
    transaction: 'around',
    reads: false,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'operatorKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 4096,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  exportConfiguration: {
    method: 'GET',
    path: '/api/v1/config/export',
    tag: 'configuration',
    permission: 'config.export',
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'configuration', tenant: 1, node: 4, waiting: 5, waitSeconds: 20, detail: 'other requests about the configuration of this organization wait; send one request after the other' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  planConfiguration: {
    method: 'POST',
    path: '/api/v1/config/plan',
    tag: 'configuration',
    permission: 'config.export',
    recent: null,
    refusesEnding: false,
    audit: 'none',
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'configuration', tenant: 1, node: 4, waiting: 5, waitSeconds: 20, detail: 'other requests about the configuration of this organization wait; send one request after the other' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 503],
    deprecation: null,
  },
  applyConfiguration: {
    method: 'POST',
    path: '/api/v1/config/apply',
    tag: 'configuration',
    permission: 'config.apply',
    recent: null,
    refusesEnding: false,
    audit: 'config.apply',
    transaction: 'around',
    reads: false,
    idempotent: true,
    secret: null,
    secured: true,
    scheme: 'apiKey',
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: { shared: 'configuration', tenant: 1, node: 4, waiting: 5, waitSeconds: 20, detail: 'other requests about the configuration of this organization wait; send one request after the other' },
    work: 'places',
    quiet: false,
    metric: null,
    bodyRequired: true,
    bodyLimit: 1048576,
    requestTypes: ['application/json'],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 401, 403, 404, 405, 406, 409, 413, 415, 429, 500, 502, 503],
    deprecation: null,
  },
  getOpenapiJson: {
    method: 'GET',
    path: '/api/v1/openapi.json',
    tag: 'service',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getOpenapiYaml: {
    method: 'GET',
    path: '/api/v1/openapi.yaml',
    tag: 'service',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'address',
    concurrency: null,
    work: 'rows',
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/yaml', 'application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 429, 500, 503],
    deprecation: null,
  },
  getLiveness: {
    method: 'GET',
    path: '/health/live',
    tag: 'service',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'none',
    concurrency: null,
    work: null,
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 500, 503],
    deprecation: null,
  },
  getReadiness: {
    method: 'GET',
    path: '/health/ready',
    tag: 'service',
    permission: null,
    recent: null,
    refusesEnding: false,
    audit: null,
    transaction: null,
    reads: true,
    idempotent: false,
    secret: null,
    secured: false,
    scheme: null,
    errors: 'api',
    crossSite: false,
    scripts: false,
    counted: 'none',
    concurrency: null,
    work: null,
    quiet: false,
    metric: null,
    bodyRequired: false,
    bodyLimit: 0,
    requestTypes: [],
    formLists: [],
    responseTypes: ['application/json'],
    statuses: [200, 400, 403, 404, 405, 406, 500, 503],
    deprecation: null,
  },
} as const satisfies Record<keyof Operations, OperationFacts>;
