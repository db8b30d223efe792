import { texts } from '../../texts/connections.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import type { SettingsField } from '../../ui/settings-input.tsx';
import { warnOfEnforcing } from './warnings.ts';

const { fields: words, about } = texts;

/** The settings that connections of both protocols have. Domains and mappings have cards of their own. */
export const commonFields = [
  { name: 'name', label: words.name, kind: 'text' },
  { name: 'accountLinking', label: words.accountLinking, kind: 'choice', choices: choicesOf(texts.linking) },
  { name: 'groupsClaim', label: words.groupsClaim, kind: 'text' },
  { name: 'allowedGroups', label: words.allowedGroups, text: about.allowedGroups, kind: 'groups?' },
  { name: 'maxSessionSeconds', label: words.maxSessionSeconds, kind: 'seconds?' },
] as const satisfies SettingsField[];

export const commonSwitches = [
  {
    name: 'enforced',
    label: words.enforced,
    text: about.enforced,
    kind: 'switch',
    warns: warnOfEnforcing,
  },
  { name: 'jitProvisioning', label: words.jitProvisioning, kind: 'switch' },
  { name: 'trustEmail', label: words.trustEmail, text: about.trustEmail, kind: 'switch' },
  { name: 'trustMfa', label: words.trustMfa, kind: 'switch' },
  { name: 'logoutUpstream', label: words.logoutUpstream, kind: 'switch' },
] as const satisfies SettingsField[];
