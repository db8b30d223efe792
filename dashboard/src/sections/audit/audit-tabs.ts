import { texts } from '../../texts/audit.ts';

/** The pages of this section. */
export const auditTabs = [
  { to: 'audit', title: texts.tabs.log },
  { to: 'audit/integrity', title: texts.tabs.integrity },
];
