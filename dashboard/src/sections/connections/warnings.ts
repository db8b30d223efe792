import { texts } from '../../texts/connections.ts';

export const warnOfEnforcing = (_from: unknown, to: unknown): string | undefined =>
  to === true ? texts.warnings.enforced : undefined;
