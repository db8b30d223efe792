import { texts } from '../../texts/connections.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import type { SettingsField } from '../../ui/settings-input.tsx';

const { fields: words, about } = texts;

/** The settings that only SAML connections have. While `metadataUrl` is set, the API refuses the endpoints. */
export const samlFields = [
  { name: 'ssoUrl', label: words.ssoUrl, text: about.endpoints, kind: 'text' },
  { name: 'ssoBinding', label: words.ssoBinding, kind: 'choice', choices: choicesOf(texts.bindings) },
  { name: 'sloUrl', label: words.sloUrl, kind: 'text?' },
  { name: 'sloBinding', label: words.sloBinding, kind: 'choice', choices: choicesOf(texts.bindings) },
  { name: 'sloResponseUrl', label: words.sloResponseUrl, kind: 'text?' },
  { name: 'metadataUrl', label: words.metadataUrl, kind: 'text?' },
  { name: 'nameIdFormat', label: words.nameIdFormat, kind: 'choice', choices: choicesOf(texts.formats) },
  { name: 'subjectAttribute', label: words.subjectAttribute, text: about.subjectAttribute, kind: 'text?' },
  { name: 'clockSkewSeconds', label: words.clockSkewSeconds, kind: 'seconds' },
] as const satisfies SettingsField[];

export const samlSwitches = [
  { name: 'signRequests', label: words.signRequests, kind: 'switch' },
  { name: 'wantAssertionsSigned', label: words.wantAssertionsSigned, kind: 'switch' },
  { name: 'wantEncrypted', label: words.wantEncrypted, kind: 'switch' },
  { name: 'allowIdpInitiated', label: words.allowIdpInitiated, kind: 'switch' },
] as const satisfies SettingsField[];
