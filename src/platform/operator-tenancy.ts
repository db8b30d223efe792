/**
 * The tenancy of what an operator does. No tenant can have this id, because it is not written as one (`src/lib/id.ts`). So a statement
 * that is bound to the tenant of its transaction finds no row of an organization.
 */
export const operatorTenancy = { orgId: 'operator', environment: 'live' } as const;
