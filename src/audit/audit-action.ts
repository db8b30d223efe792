import { auditActions } from '../platform/audit-actions.ts';

/** Every kind of resource that an audit row can be about: the nouns of the actions. */
export const auditTargetTypes: readonly string[] = [
  ...new Set(auditActions.map((action) => action.split('.')[0] ?? action)),
];
