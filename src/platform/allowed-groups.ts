/**
 * Returns whether an application is open to a user: an OpenID Connect client, or a SAML service provider. `isOpenTo()` of
 * `users/groups` is the same rule for statements.
 * @param allowedGroups null admits everybody
 */
export const mayUse = (allowedGroups: readonly string[] | null, groupIds: readonly string[]): boolean =>
  allowedGroups === null || allowedGroups.some((group) => groupIds.includes(group));
