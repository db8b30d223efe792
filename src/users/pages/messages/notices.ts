import { catalogue } from '../../../platform/pages/catalogue.ts';

/** What mails say that tell people of a change of what proves who they are. */
export const noticeTexts = catalogue({
  en: {
    subject: (organization: string) => `Your account at ${organization} was changed`,
    lead: (organization: string, what: string, time: string) =>
      `this was changed at ${organization} on ${time}: ${what}.`,
    PASSWORD_CHANGED: 'your password was changed',
    TOTP_ADDED: 'an authenticator app was set up for your account',
    TOTP_REMOVED: 'the authenticator app of your account was removed',
    RECOVERY_CODES_RENEWED: 'new recovery codes were made for your account; those before work no longer',
    PASSKEY_ADDED: 'a passkey was added to your account',
    PASSKEY_REMOVED: 'a passkey of your account was removed',
    FACTORS_RESET: 'all second factors of your account were removed',
    ACCOUNT_CONNECTED: 'an account of another provider was connected with yours',
    ACCOUNT_DISCONNECTED: 'an account of another provider was disconnected from yours',
    ifNotYou:
      'If this was you, there is nothing to do. If not, choose a new password at once and tell those who look after your organization.',
    byAdministrator:
      'Somebody who looks after your organization did this. If you did not expect it, ask them, and not by answering this mail.',
  },
  de: {
    subject: (organization) => `Ihr Konto bei ${organization} wurde geändert`,
    lead: (organization, what, time) => `bei ${organization} wurde am ${time} Folgendes geändert: ${what}.`,
    PASSWORD_CHANGED: 'Ihr Passwort wurde geändert',
    TOTP_ADDED: 'für Ihr Konto wurde eine Authenticator-App eingerichtet',
    TOTP_REMOVED: 'die Authenticator-App Ihres Kontos wurde entfernt',
    RECOVERY_CODES_RENEWED:
      'für Ihr Konto wurden neue Wiederherstellungscodes erstellt; die bisherigen gelten nicht mehr',
    PASSKEY_ADDED: 'Ihrem Konto wurde ein Passkey hinzugefügt',
    PASSKEY_REMOVED: 'ein Passkey Ihres Kontos wurde entfernt',
    FACTORS_RESET: 'alle zweiten Faktoren Ihres Kontos wurden entfernt',
    ACCOUNT_CONNECTED: 'ein Konto eines anderen Anbieters wurde mit Ihrem verbunden',
    ACCOUNT_DISCONNECTED: 'ein Konto eines anderen Anbieters wurde von Ihrem getrennt',
    ifNotYou:
      'Waren Sie das, ist nichts zu tun. Wenn nicht, wählen Sie sofort ein neues Passwort und sagen Sie denen Bescheid, die Ihre Organisation betreuen.',
    byAdministrator:
      'Das hat jemand getan, der Ihre Organisation betreut. Falls Sie es nicht erwartet haben, fragen Sie dort nach, aber nicht als Antwort auf diese Mail.',
  },
  fr: {
    subject: (organization) => `Votre compte chez ${organization} a été modifié`,
    lead: (organization, what, time) =>
      `voici ce qui a été modifié chez ${organization} le ${time} : ${what}.`,
    PASSWORD_CHANGED: 'votre mot de passe a été changé',
    TOTP_ADDED: 'une application d’authentification a été configurée pour votre compte',
    TOTP_REMOVED: 'l’application d’authentification de votre compte a été retirée',
    RECOVERY_CODES_RENEWED:
      'de nouveaux codes de récupération ont été créés pour votre compte ; les précédents ne valent plus',
    PASSKEY_ADDED: 'une clé d’accès a été ajoutée à votre compte',
    PASSKEY_REMOVED: 'une clé d’accès de votre compte a été supprimée',
    FACTORS_RESET: 'tous les seconds facteurs de votre compte ont été retirés',
    ACCOUNT_CONNECTED: 'un compte d’un autre fournisseur a été associé au vôtre',
    ACCOUNT_DISCONNECTED: 'un compte d’un autre fournisseur a été dissocié du vôtre',
    ifNotYou:
      'Si c’était vous, il n’y a rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe et prévenez les responsables de votre organisation.',
    byAdministrator:
      'Une personne responsable de votre organisation l’a fait. Si vous ne vous y attendiez pas, demandez-lui, mais pas en répondant à ce message.',
  },
});
