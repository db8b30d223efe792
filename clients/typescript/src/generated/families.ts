// Generated from openapi/ by `make generate` (scripts/client-typescript.ts); do not edit.
import { Family } from '../family.ts';
import type { CallOptions } from '../request.ts';
import type { Transport } from '../transport.ts';
import type * as types from './types.ts';

export class Identities extends Family {
  /**
   * List identities
   */
  list(query?: types.ListIdentitiesData['query'], options?: CallOptions): Promise<types.ListIdentitiesResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities', query, accept: 'application/json' }, options);
  }

  /**
   * List identities, page after page
   */
  listPages(query?: types.ListIdentitiesData['query'], options?: CallOptions): AsyncGenerator<types.ListIdentitiesResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/identities', query, accept: 'application/json' }, options);
  }

  /**
   * List identities, one after another over all pages
   */
  listAll(query?: types.ListIdentitiesData['query'], options?: CallOptions): AsyncGenerator<types.ListIdentitiesResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create an identity
   */
  create(body: types.CreateIdentityData['body'], options?: CallOptions): Promise<types.CreateIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get an identity
   */
  get(id: string, options?: CallOptions): Promise<types.GetIdentityResponse> {
    return this.send({ method: 'GET', path: '/api/v1/identities/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change an identity
   */
  update(id: string, body: types.UpdateIdentityData['body'], options?: CallOptions): Promise<types.UpdateIdentityResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/identities/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete an identity
   * Revokes it and all its credentials first.
   */
  delete(id: string, options?: CallOptions): Promise<types.DeleteIdentityResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/identities/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Suspend an identity
   * Its credentials keep their status, and verify as invalid until it is reactivated.
   */
  suspend(id: string, body?: types.SuspendIdentityData['body'], options?: CallOptions): Promise<types.SuspendIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities/{id}/suspend', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reactivate a suspended identity
   */
  reactivate(id: string, body?: types.ReactivateIdentityData['body'], options?: CallOptions): Promise<types.ReactivateIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities/{id}/reactivate', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Revoke an identity
   * Revokes all its credentials, for good.
   */
  revoke(id: string, body?: types.RevokeIdentityData['body'], options?: CallOptions): Promise<types.RevokeIdentityResponse> {
    return this.send({ method: 'POST', path: '/api/v1/identities/{id}/revoke', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }
}

export class Credentials extends Family {
  /**
   * List credentials
   * Newest first. A credential past its `expiresAt` is `EXPIRED` here at once. `stats` count everything, whatever the filters.
   */
  list(query?: types.ListCredentialsData['query'], options?: CallOptions): Promise<types.ListCredentialsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/credentials', query, accept: 'application/json' }, options);
  }

  /**
   * List credentials, page after page
   */
  listPages(query?: types.ListCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListCredentialsResponse, void, undefined> {
    return this.pages('offset', { method: 'GET', path: '/api/v1/credentials', query, accept: 'application/json' }, options);
  }

  /**
   * List credentials, one after another over all pages
   */
  listAll(query?: types.ListCredentialsData['query'], options?: CallOptions): AsyncGenerator<types.ListCredentialsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a credential
   */
  create(body: types.CreateCredentialData['body'], options?: CallOptions): Promise<types.CreateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Create a just-in-time credential
   */
  createJit(body: types.CreateJitCredentialData['body'], options?: CallOptions): Promise<types.CreateJitCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/jit', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Verify a secret
   * Counts one use when the secret is valid, before it answers. A use cap is never overrun, and nothing is valid any more once a revocation has answered.
   */
  verify(body: types.VerifyCredentialData['body'], options?: CallOptions): Promise<types.VerifyCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/verify', body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Get a credential
   */
  get(id: string, options?: CallOptions): Promise<types.GetCredentialResponse> {
    return this.send({ method: 'GET', path: '/api/v1/credentials/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Change a credential
   */
  update(id: string, body: types.UpdateCredentialData['body'], options?: CallOptions): Promise<types.UpdateCredentialResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/credentials/{id}', parameters: { id }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a credential
   * Revokes it first, if it was not.
   */
  delete(id: string, options?: CallOptions): Promise<types.DeleteCredentialResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/credentials/{id}', parameters: { id }, accept: 'application/json' }, options);
  }

  /**
   * Replace the secret of a credential
   * The old secret stops at once, or after `gracePeriod` seconds; an even older one stops at once. `usageCount` starts again at 0, and with it a use cap.
   */
  rotate(id: string, body?: types.RotateCredentialData['body'], options?: CallOptions): Promise<types.RotateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/rotate', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Suspend a credential
   * Its secrets stop working until it is reactivated.
   */
  suspend(id: string, body?: types.SuspendCredentialData['body'], options?: CallOptions): Promise<types.SuspendCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/suspend', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reactivate a suspended credential
   */
  reactivate(id: string, body?: types.ReactivateCredentialData['body'], options?: CallOptions): Promise<types.ReactivateCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/reactivate', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Revoke a credential
   * Its secrets stop working for good.
   */
  revoke(id: string, body?: types.RevokeCredentialData['body'], options?: CallOptions): Promise<types.RevokeCredentialResponse> {
    return this.send({ method: 'POST', path: '/api/v1/credentials/{id}/revoke', parameters: { id }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get the use of a credential
   */
  getUsage(id: string, query?: types.GetCredentialUsageData['query'], options?: CallOptions): Promise<types.GetCredentialUsageResponse> {
    return this.send({ method: 'GET', path: '/api/v1/credentials/{id}/usage', parameters: { id }, query, accept: 'application/json' }, options);
  }
}

export class ScimTokens extends Family {
  /**
   * List SCIM tokens
   * Newest first, those that expired or were revoked among them.
   */
  list(query?: types.ListScimTokensData['query'], options?: CallOptions): Promise<types.ListScimTokensResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/scim/tokens', query, accept: 'application/json' }, options);
  }

  /**
   * List SCIM tokens, page after page
   */
  listPages(query?: types.ListScimTokensData['query'], options?: CallOptions): AsyncGenerator<types.ListScimTokensResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/scim/tokens', query, accept: 'application/json' }, options);
  }

  /**
   * List SCIM tokens, one after another over all pages
   */
  listAll(query?: types.ListScimTokensData['query'], options?: CallOptions): AsyncGenerator<types.ListScimTokensResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a SCIM token
   * With it a directory such as Okta or Entra provisions people and groups. Whoever creates it must hold the scopes its permissions stand for: `directory.read` and `directory.write` for users, `groups.read` and `groups.write` for groups.
   */
  create(body: types.CreateScimTokenData['body'], options?: CallOptions): Promise<types.CreateScimTokenResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/scim/tokens', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Revoke a SCIM token
   * It stops at once and for good, and stays in the list as `REVOKED`.
   */
  revoke(tokenId: string, options?: CallOptions): Promise<types.RevokeScimTokenResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/scim/tokens/{tokenId}', parameters: { tokenId }, accept: 'application/json' }, options);
  }
}

export class Users extends Family {
  /**
   * List users
   */
  list(query?: types.ListUsersData['query'], options?: CallOptions): Promise<types.ListUsersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/users', query, accept: 'application/json' }, options);
  }

  /**
   * List users, page after page
   */
  listPages(query?: types.ListUsersData['query'], options?: CallOptions): AsyncGenerator<types.ListUsersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/users', query, accept: 'application/json' }, options);
  }

  /**
   * List users, one after another over all pages
   */
  listAll(query?: types.ListUsersData['query'], options?: CallOptions): AsyncGenerator<types.ListUsersResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a user
   * Without a `password` the person is sent an invitation and is `INVITED` until it is accepted; with one, or with `sendInvite: false`, the person is `ACTIVE` at once. Your key must hold every scope that the roles carry.
   */
  create(body: types.CreateUserData['body'], options?: CallOptions): Promise<types.CreateUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a user
   */
  get(userId: string, options?: CallOptions): Promise<types.GetUserResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/users/{userId}', parameters: { userId }, accept: 'application/json' }, options);
  }

  /**
   * Change a user
   * Whoever changes the roles, the password, how somebody logs in or when they leave must hold every scope that their roles and groups carry, before and after. A changed `email` is no longer verified.
   */
  update(userId: string, body: types.UpdateUserData['body'], options?: CallOptions): Promise<types.UpdateUserResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/directory/users/{userId}', parameters: { userId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a user
   * Erases the person; the audit trail keeps the id and nothing else. Identities that they own have no owner then.
   */
  delete(userId: string, options?: CallOptions): Promise<types.DeleteUserResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/users/{userId}', parameters: { userId }, accept: 'application/json' }, options);
  }

  /**
   * Suspend a user
   * Login is refused until the person is reactivated.
   */
  suspend(userId: string, body?: types.SuspendUserData['body'], options?: CallOptions): Promise<types.SuspendUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/suspend', parameters: { userId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Reactivate a suspended user
   * Somebody who was suspended before accepting an invitation is `INVITED` again.
   */
  reactivate(userId: string, body?: types.ReactivateUserData['body'], options?: CallOptions): Promise<types.ReactivateUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/reactivate', parameters: { userId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Deprovision a user
   * For good: password, invitation and memberships are removed. The e-mail address and the username stay taken until the person is deleted.
   */
  deprovision(userId: string, body?: types.DeprovisionUserData['body'], options?: CallOptions): Promise<types.DeprovisionUserResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/users/{userId}/deprovision', parameters: { userId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }
}

export class Groups extends Family {
  /**
   * List groups
   */
  list(query?: types.ListGroupsData['query'], options?: CallOptions): Promise<types.ListGroupsResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/groups', query, accept: 'application/json' }, options);
  }

  /**
   * List groups, page after page
   */
  listPages(query?: types.ListGroupsData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupsResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/groups', query, accept: 'application/json' }, options);
  }

  /**
   * List groups, one after another over all pages
   */
  listAll(query?: types.ListGroupsData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupsResponse['data'][number], void, undefined> {
    return this.items(this.listPages(query, options));
  }

  /**
   * Create a group
   * Whoever gives a group management scopes must hold them.
   */
  create(body: types.CreateGroupData['body'], options?: CallOptions): Promise<types.CreateGroupResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/groups', body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Get a group
   */
  get(groupId: string, options?: CallOptions): Promise<types.GetGroupResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/groups/{groupId}', parameters: { groupId }, accept: 'application/json' }, options);
  }

  /**
   * Change a group
   * Whoever changes `scopes` must hold the management scopes that the group had and those that it gets.
   */
  update(groupId: string, body: types.UpdateGroupData['body'], options?: CallOptions): Promise<types.UpdateGroupResponse> {
    return this.send({ method: 'PATCH', path: '/api/v1/directory/groups/{groupId}', parameters: { groupId }, body, type: 'application/json', accept: 'application/json' }, options);
  }

  /**
   * Delete a group
   * Its members stay in the directory and lose the scopes of the group; whoever deletes it must hold its management scopes.
   */
  delete(groupId: string, options?: CallOptions): Promise<types.DeleteGroupResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/groups/{groupId}', parameters: { groupId }, accept: 'application/json' }, options);
  }

  /**
   * List the members of a group
   * Those who were added last come first.
   */
  listMembers(groupId: string, query?: types.ListGroupMembersData['query'], options?: CallOptions): Promise<types.ListGroupMembersResponse> {
    return this.send({ method: 'GET', path: '/api/v1/directory/groups/{groupId}/members', parameters: { groupId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the members of a group, page after page
   */
  listMembersPages(groupId: string, query?: types.ListGroupMembersData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupMembersResponse, void, undefined> {
    return this.pages('page', { method: 'GET', path: '/api/v1/directory/groups/{groupId}/members', parameters: { groupId }, query, accept: 'application/json' }, options);
  }

  /**
   * List the members of a group, one after another over all pages
   */
  listMembersAll(groupId: string, query?: types.ListGroupMembersData['query'], options?: CallOptions): AsyncGenerator<types.ListGroupMembersResponse['data'][number], void, undefined> {
    return this.items(this.listMembersPages(groupId, query, options));
  }

  /**
   * Add members to a group
   * Adds all of them or, if one is unknown or deprovisioned, nobody. Who is a member already stays one. Whoever adds to a group with management scopes must hold them.
   */
  addMembers(groupId: string, body: types.AddGroupMembersData['body'], options?: CallOptions): Promise<types.AddGroupMembersResponse> {
    return this.send({ method: 'POST', path: '/api/v1/directory/groups/{groupId}/members', parameters: { groupId }, body, type: 'application/json', accept: 'application/json', keyed: true }, options);
  }

  /**
   * Remove a member from a group
   */
  removeMember(groupId: string, userId: string, options?: CallOptions): Promise<types.RemoveGroupMemberResponse> {
    return this.send({ method: 'DELETE', path: '/api/v1/directory/groups/{groupId}/members/{userId}', parameters: { groupId, userId }, accept: 'application/json' }, options);
  }
}

export class Service extends Family {
  /**
   * Get this document as JSON
   */
  getOpenapiJson(options?: CallOptions): Promise<types.GetOpenapiJsonResponse> {
    return this.send({ method: 'GET', path: '/api/v1/openapi.json', accept: 'application/json' }, options);
  }

  /**
   * Get this document as YAML
   */
  getOpenapiYaml(options?: CallOptions): Promise<string> {
    return this.send({ method: 'GET', path: '/api/v1/openapi.yaml', accept: 'application/yaml' }, options);
  }

  /**
   * Tell whether the process is alive
   */
  getLiveness(options?: CallOptions): Promise<types.GetLivenessResponse> {
    return this.send({ method: 'GET', path: '/health/live', accept: 'application/json' }, options);
  }

  /**
   * Tell whether the service can answer
   */
  getReadiness(options?: CallOptions): Promise<types.GetReadinessResponse> {
    return this.send({ method: 'GET', path: '/health/ready', accept: 'application/json' }, options);
  }
}

/** The operations of the contract by family. */
export abstract class Families {
  readonly identities: Identities;
  readonly credentials: Credentials;
  readonly scimTokens: ScimTokens;
  readonly users: Users;
  readonly groups: Groups;
  readonly service: Service;

  constructor(transport: Transport) {
    this.identities = new Identities(transport);
    this.credentials = new Credentials(transport);
    this.scimTokens = new ScimTokens(transport);
    this.users = new Users(transport);
    this.groups = new Groups(transport);
    this.service = new Service(transport);
  }
}
