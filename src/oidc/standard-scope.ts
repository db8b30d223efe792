import { isManagementScope } from '../lib/scope.ts';

/** Scopes that every provider here knows: OpenID Connect Core sections 3.1.2.1, 5.4 and 11, and `groups`. */
const standardScopes = [
  'openid',
  'profile',
  'email',
  'address',
  'phone',
  'groups',
  'offline_access',
] as const;

export const isStandardScope = (scope: string): boolean => standardScopes.some((one) => one === scope);

/** Whether no custom scope may have this name: it has a meaning already, or is or may become a right over this service. */
export const isReservedScope = (name: string): boolean => isStandardScope(name) || isManagementScope(name);
