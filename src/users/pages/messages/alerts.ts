import type { Locale } from '../../../lib/locale.ts';
import { catalogue } from '../../../platform/pages/catalogue.ts';
import type { MailParts } from '../../../platform/pages/mail-layout.ts';

/** The severities of alerts, as `{severity}` of the mail. */
export const severityTexts = catalogue({
  en: { LOW: 'low', MEDIUM: 'medium', HIGH: 'high', CRITICAL: 'critical' },
  de: { LOW: 'niedrig', MEDIUM: 'mittel', HIGH: 'hoch', CRITICAL: 'kritisch' },
  fr: { LOW: 'faible', MEDIUM: 'moyenne', HIGH: 'élevée', CRITICAL: 'critique' },
});

/** The mail about an alert, with `{title}`, `{description}`, `{rule}`, `{environment}`, `{severity}` and `{time}`. */
export const alertTexts: Readonly<Record<Locale, MailParts>> = {
  en: {
    greeting: { named: 'Hello {name},', unnamed: 'Hello,' },
    subject: 'Alert at {organization}: {title}',
    body: ['{description}', 'Severity: {severity}.', 'Time: {time}.', 'Alert rule: {rule} ({environment}).'],
    button: 'Open in the dashboard',
    note: ['Sign in to the dashboard to acknowledge or resolve the alert.'],
    footer: ['You get this email because an administrator added you to this alert rule.'],
  },
  de: {
    greeting: { named: 'Guten Tag {name},', unnamed: 'Guten Tag,' },
    subject: 'Alarm bei {organization}: {title}',
    body: [
      '{description}',
      'Schweregrad: {severity}.',
      'Zeit: {time}.',
      'Alarmregel: {rule} ({environment}).',
    ],
    button: 'Im Dashboard öffnen',
    note: ['Melden Sie sich im Dashboard an, um den Alarm zu bestätigen oder abzuschließen.'],
    footer: ['Sie erhalten diese E-Mail, weil ein Administrator Sie zu dieser Alarmregel hinzugefügt hat.'],
  },
  fr: {
    greeting: { named: 'Bonjour {name},', unnamed: 'Bonjour,' },
    subject: 'Alerte chez {organization} : {title}',
    body: [
      '{description}',
      'Gravité : {severity}.',
      'Heure : {time}.',
      'Règle d’alerte : {rule} ({environment}).',
    ],
    button: 'Ouvrir dans le tableau de bord',
    note: ['Connectez-vous au tableau de bord pour prendre en charge ou résoudre l’alerte.'],
    footer: ['Vous recevez cet e-mail parce qu’un administrateur vous a ajouté à cette règle d’alerte.'],
  },
};
