import { Failure } from '../../../src/failure.ts';
import { applyPatch, type PatchResult } from '../../../src/scim/protocol/patch.ts';
import type { ScimProfile } from '../../../src/scim/protocol/profile.ts';
import { readResource, type ScimResource } from '../../../src/scim/protocol/resource.ts';
import { groupType, type ResourceType, userType } from '../../../src/scim/protocol/schema.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const keyward = 'urn:keyward:params:scim:schemas:extension:2.0:User';

/** `CODE: detail` of what a call is refused with. */
export function refusalOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof Failure) return `${error.code}: ${String(error.details.detail)}`;
    throw error;
  }
  return 'not refused';
}

/** A user as `readResource` makes it, of attributes as a client sends them. */
export const userOf = (attributes: object = {}): ScimResource =>
  readResource(userType, { schemas: [userSchema], userName: 'bjensen', ...attributes }).resource;

/** Runs work to its end without interruption, and returns the result. */
export function done<Result>(work: Generator<undefined, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export const patchBody = (operations: unknown) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});

export const patch = (
  type: ResourceType,
  resource: ScimResource,
  operations: unknown,
  profile: ScimProfile = 'GENERIC',
): PatchResult => done(applyPatch(type, resource, patchBody(operations), { profile }));

export const patchUser = (resource: ScimResource, ...operations: unknown[]): ScimResource =>
  patch(userType, resource, operations).resource;

export const memberChanges = (operations: unknown[], profile: ScimProfile = 'GENERIC') =>
  patch(groupType, { displayName: 'Tour Guides' }, operations, profile).members;
