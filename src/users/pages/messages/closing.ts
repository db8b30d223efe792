import type { Locale } from '../../../lib/locale.ts';
import type { MailParts } from '../../../platform/pages/mail-layout.ts';

/** The mail to owners of a closed organization, with `{time}`, the end of its data. */
export const closingTexts: Readonly<Record<Locale, MailParts>> = {
  en: {
    greeting: { named: 'Hello {name},', unnamed: 'Hello,' },
    subject: '{organization} was closed',
    body: [
      'The operator of {installation} has closed the organization {organization}.',
      'Users can no longer sign in, and its keys do not work.',
      'All its data will be erased on {time}.',
    ],
    note: [
      'If this is a mistake, contact the operator of {installation} before that day. Afterwards nothing can be restored.',
    ],
    footer: ['You get this email because you are an owner of {organization}.'],
  },
  de: {
    greeting: { named: 'Guten Tag {name},', unnamed: 'Guten Tag,' },
    subject: '{organization} wurde geschlossen',
    body: [
      'Der Betreiber von {installation} hat die Organisation {organization} geschlossen.',
      'Niemand kann sich mehr anmelden, und ihre Schlüssel funktionieren nicht.',
      'Alle ihre Daten werden am {time} gelöscht.',
    ],
    note: [
      'Wenn das ein Irrtum ist, wenden Sie sich vor diesem Tag an den Betreiber von {installation}. Danach kann nichts wiederhergestellt werden.',
    ],
    footer: ['Sie erhalten diese E-Mail, weil Sie {organization} besitzen.'],
  },
  fr: {
    greeting: { named: 'Bonjour {name},', unnamed: 'Bonjour,' },
    subject: '{organization} a été fermée',
    body: [
      'L’exploitant de {installation} a fermé l’organisation {organization}.',
      'Personne ne peut plus se connecter, et ses clés ne fonctionnent plus.',
      'Toutes ses données seront effacées le {time}.',
    ],
    note: [
      'S’il s’agit d’une erreur, contactez l’exploitant de {installation} avant ce jour. Ensuite, rien ne pourra être restauré.',
    ],
    footer: ['Vous recevez cet e-mail parce que vous êtes propriétaire de {organization}.'],
  },
};
