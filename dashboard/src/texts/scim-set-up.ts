/** Values and steps for each product, as in docs/scim.md. `URL`, `OKTA_URL` and `TOKEN` are replaced. */
interface SetUp {
  values: readonly (readonly [field: string, value: string])[];
  steps: readonly string[];
}

const extension = 'urn:keyward:params:scim:schemas:extension:2.0:User';

export const setUps: Readonly<Record<string, SetUp>> = {
  OKTA: {
    values: [
      ['SCIM connector base URL', 'OKTA_URL'],
      ['Unique identifier field for users', 'userName'],
      ['Authentication Mode', 'HTTP Header'],
      ['Authorization (Bearer)', 'TOKEN'],
      ['External namespace of own attributes', extension],
    ],
    steps: [
      'Applications → Applications → Create App Integration, sign-in method SWA or SAML. Name it and choose Finish.',
      'Tab General → App Settings → Edit → Provisioning: SCIM → Save.',
      'Tab Provisioning → Integration → Edit: enter the values above. Enable all supported provisioning actions. Enter the token without the word Bearer.',
      'Test Connector Configuration must report that the connector was configured. Save.',
      'Provisioning → To App → Edit: enable Create Users, Update User Attributes and Deactivate Users. Save.',
      'Assignments → Assign a user. The user appears here within seconds.',
      'Push Groups → Find groups by name. Assign the members of the group as well: Okta adds assigned users only.',
    ],
  },
  ENTRA: {
    values: [
      ['Tenant URL', 'URL?aadOptscim062020'],
      ['Secret Token', 'TOKEN'],
      ['Matching attribute (precedence 1)', 'userName'],
      ['Source of externalId', 'objectId'],
      ['Mapping of active', 'Switch([IsSoftDeleted], , "False", "True", "True", "False")'],
      ['Own attributes', `${extension}:extensionAttribute1`],
    ],
    steps: [
      'entra.microsoft.com → Enterprise apps → New application → Create your own application → Integrate any other application you don’t find in the gallery.',
      'Provisioning → New configuration: enter Tenant URL and Secret Token. Test Connection must succeed. Create.',
      'Attribute mapping → Provision Microsoft Entra ID Users: map userPrincipalName to userName and objectId to externalId, and active as above.',
      'For groups, keep displayName, externalId and members.',
      'Users and groups → Add user/group. Entra ID provisions direct members only, not groups in groups.',
      'Provision on demand for one user, then Overview → Start provisioning. A cycle runs every 40 minutes.',
    ],
  },
  JUMPCLOUD: {
    values: [
      ['SCIM version', 'SCIM 2.0'],
      ['Base URL', 'URL'],
      ['Token Key', 'TOKEN'],
    ],
    steps: [
      'SSO Applications → Custom → Identity Management: choose SCIM 2.0.',
      'Enter Base URL, Token Key and the email address of a test user.',
      'Test Connection creates and deletes a user and a group, so both are in the log.',
      'Activate, then bind the user groups to provision.',
    ],
  },
  ONELOGIN: {
    values: [
      ['SCIM Base URL', 'URL'],
      ['SCIM Bearer Token', 'TOKEN'],
    ],
    steps: [
      'Applications → Add App → SCIM Provisioner with SAML (SCIM v2 Enterprise).',
      'Tab Configuration: enter SCIM Base URL and SCIM Bearer Token, then Enable.',
      'Tab Provisioning: enable provisioning, and choose what happens to users who leave.',
      'Assign a role or a user to the application.',
    ],
  },
  GOOGLE: {
    values: [],
    steps: [
      'Google Workspace provisions only the applications of its own catalogue. It cannot use this token.',
      'Connect Google as an identity provider under Connections. Users then come at their first sign-in.',
    ],
  },
  GENERIC: {
    values: [
      ['Base URL', 'URL'],
      ['Bearer token', 'TOKEN'],
      ['Unique identifier of users', 'userName'],
      ['Content type', 'application/scim+json'],
      ['Own attributes', `${extension}:extensionAttribute1`],
    ],
    steps: [
      'Choose SCIM 2.0 and authentication by a bearer token.',
      'Enter the base URL and the token.',
      'Test with one user. The request is in the log of the token.',
    ],
  },
};
