/** Every action of an audit row: those of the contract, and those of src/audit/own-actions.ts. */
export { auditActions } from '../../generated/audit-actions.ts';
