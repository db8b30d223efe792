import type { Locale } from '../lib/locale.ts';

/** The titles of alerts and of messages about them, in the languages besides English. The API and the rows have them in English. */
const titles = {
  'A policy was violated': {
    de: 'Eine Richtlinie wurde verletzt',
    fr: 'Une règle n’a pas été respectée',
  },
  'A secret has leaked': { de: 'Ein Secret wurde offengelegt', fr: 'Un secret a été divulgué' },
  'A credential is about to expire': {
    de: 'Ein Schlüssel läuft bald ab',
    fr: 'Une clé va bientôt expirer',
  },
  'An exclusion from a policy was used': {
    de: 'Eine Ausnahme von einer Richtlinie wurde genutzt',
    fr: 'Une exclusion d’une règle a été utilisée',
  },
  'The owner of identities has left': {
    de: 'Der Inhaber von Identitäten ist ausgeschieden',
    fr: 'Le propriétaire d’identités est parti',
  },
  'A connection waits for its activation': {
    de: 'Eine Verbindung wartet auf ihre Aktivierung',
    fr: 'Une connexion attend son activation',
  },
  'A domain is no longer proved': {
    de: 'Eine Domain ist nicht mehr bestätigt',
    fr: 'Un domaine n’est plus vérifié',
  },
  'A connection to an identity provider fails': {
    de: 'Eine Verbindung zu einem Identitätsanbieter schlägt fehl',
    fr: 'Une connexion à un fournisseur d’identité échoue',
  },
  'A change of an identity provider waits for your approval': {
    de: 'Eine Änderung eines Identitätsanbieters wartet auf Ihre Freigabe',
    fr: 'Une modification d’un fournisseur d’identité attend votre approbation',
  },
  'A certificate of an identity provider is about to expire': {
    de: 'Ein Zertifikat eines Identitätsanbieters läuft bald ab',
    fr: 'Un certificat d’un fournisseur d’identité va bientôt expirer',
  },
  'An owner signed in without the identity provider': {
    de: 'Ein Inhaber hat sich ohne den Identitätsanbieter angemeldet',
    fr: 'Un propriétaire s’est connecté sans le fournisseur d’identité',
  },
  'The first owner was made by a link': {
    de: 'Der erste Inhaber wurde mit einem Link angelegt',
    fr: 'Le premier propriétaire a été créé au moyen d’un lien',
  },
  'An owner used a link to the dashboard': {
    de: 'Ein Inhaber hat einen Link zum Dashboard genutzt',
    fr: 'Un propriétaire a utilisé un lien vers le tableau de bord',
  },
  'A change of a service provider waits for your approval': {
    de: 'Eine Änderung eines Dienstanbieters wartet auf Ihre Freigabe',
    fr: 'Une modification d’un fournisseur de services attend votre approbation',
  },
  'A certificate of a service provider is about to expire': {
    de: 'Ein Zertifikat eines Dienstanbieters läuft bald ab',
    fr: 'Un certificat d’un fournisseur de services va bientôt expirer',
  },
  'A new SAML key waits until you activate it': {
    de: 'Ein neuer SAML-Schlüssel wartet, bis Sie ihn aktivieren',
    fr: 'Une nouvelle clé SAML attend que vous l’activiez',
  },
  'A webhook was disabled': { de: 'Ein Webhook wurde deaktiviert', fr: 'Un webhook a été désactivé' },
  'A policy blocks every owner': {
    de: 'Eine Richtlinie blockiert jeden Inhaber',
    fr: 'Une règle bloque tous les propriétaires',
  },
  'One more alert': { de: 'Ein weiterer Alarm', fr: 'Une alerte de plus' },
  'Test message, nothing has happened': {
    de: 'Testnachricht, es ist nichts passiert',
    fr: 'Message de test, il ne s’est rien passé',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Exclude<Locale, 'en'>, string>>>>;

const byTitle: ReadonlyMap<string, (typeof titles)[keyof typeof titles]> = new Map(Object.entries(titles));

/** Titles with one value in them, which stands at the place of `*`. */
const withValue = [
  {
    en: 'An anomaly was detected: *',
    de: 'Eine Anomalie wurde erkannt: *',
    fr: 'Une anomalie a été détectée : *',
  },
  { en: '* more alerts', de: '* weitere Alarme', fr: '* alertes de plus' },
] as const;

/** A title in English. A new one has its translations here. */
export type AlertTitle = keyof typeof titles | `An anomaly was detected: ${string}` | `${number} more alerts`;

/** Returns a title in a language. A title that a release before wrote may be unknown, and stays as it is. */
export function titleIn(title: string, locale: Locale): string {
  if (locale === 'en') return title;
  const known = byTitle.get(title);
  if (known) return known[locale];
  for (const { en, ...others } of withValue) {
    const [before = '', after = ''] = en.split('*');
    if (title.startsWith(before) && title.endsWith(after))
      return others[locale].replace('*', () => title.slice(before.length, title.length - after.length));
  }
  return title;
}
