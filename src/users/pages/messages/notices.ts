import { catalogue } from '../../../platform/pages/catalogue.ts';

/** The texts of mails about a change of a credential. */
export const noticeTexts = catalogue({
  en: {
    subject: (organization: string) => `Your account at ${organization} was changed`,
    lead: (organization: string, what: string, time: string) =>
      `Your account at ${organization} was changed on ${time}: ${what}.`,
    PASSWORD_CHANGED: 'your password was changed',
    TOTP_ADDED: 'an authenticator app was set up',
    TOTP_REMOVED: 'your authenticator app was removed',
    RECOVERY_CODES_RENEWED: 'new recovery codes were created, and your old codes no longer work',
    PASSKEY_ADDED: 'a passkey was added',
    PASSKEY_REMOVED: 'a passkey was removed',
    FACTORS_RESET: 'your passkeys, authenticator app and recovery codes were removed',
    ACCOUNT_CONNECTED: 'an account from another provider was connected',
    ACCOUNT_DISCONNECTED: 'an account from another provider was disconnected',
    ifNotYou:
      'If this was you, you don’t need to do anything. If it wasn’t you, change your password right away and tell your administrator.',
    byAdministrator:
      'An administrator of your organization made this change. If you didn’t expect it, ask your administrator. Don’t reply to this email.',
  },
  de: {
    subject: (organization) => `Ihr Konto bei ${organization} wurde geändert`,
    lead: (organization, what, time) => `Ihr Konto bei ${organization} wurde am ${time} geändert: ${what}.`,
    PASSWORD_CHANGED: 'Ihr Passwort wurde geändert',
    TOTP_ADDED: 'Eine Authenticator-App wurde eingerichtet',
    TOTP_REMOVED: 'Ihre Authenticator-App wurde entfernt',
    RECOVERY_CODES_RENEWED:
      'Neue Wiederherstellungscodes wurden erstellt, und Ihre alten Codes funktionieren nicht mehr',
    PASSKEY_ADDED: 'Ein Passkey wurde hinzugefügt',
    PASSKEY_REMOVED: 'Ein Passkey wurde entfernt',
    FACTORS_RESET: 'Ihre Passkeys, Ihre Authenticator-App und Ihre Wiederherstellungscodes wurden entfernt',
    ACCOUNT_CONNECTED: 'Ein Konto eines anderen Anbieters wurde verbunden',
    ACCOUNT_DISCONNECTED: 'Ein Konto eines anderen Anbieters wurde getrennt',
    ifNotYou:
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, ändern Sie sofort Ihr Passwort und informieren Sie Ihren Administrator.',
    byAdministrator:
      'Ein Administrator Ihrer Organisation hat diese Änderung vorgenommen. Wenn Sie sie nicht erwartet haben, fragen Sie Ihren Administrator. Antworten Sie nicht auf diese E-Mail.',
  },
  fr: {
    subject: (organization) => `Votre compte chez ${organization} a été modifié`,
    lead: (organization, what, time) =>
      `Votre compte chez ${organization} a été modifié le ${time} : ${what}.`,
    PASSWORD_CHANGED: 'votre mot de passe a été changé',
    TOTP_ADDED: 'une application d’authentification a été configurée',
    TOTP_REMOVED: 'votre application d’authentification a été supprimée',
    RECOVERY_CODES_RENEWED:
      'de nouveaux codes de secours ont été créés, et vos anciens codes ne fonctionnent plus',
    PASSKEY_ADDED: 'une clé d’accès a été ajoutée',
    PASSKEY_REMOVED: 'une clé d’accès a été supprimée',
    FACTORS_RESET:
      'vos clés d’accès, votre application d’authentification et vos codes de secours ont été supprimés',
    ACCOUNT_CONNECTED: 'un compte d’un autre fournisseur a été associé',
    ACCOUNT_DISCONNECTED: 'un compte d’un autre fournisseur a été dissocié',
    ifNotYou:
      'Si c’était vous, vous n’avez rien à faire. Sinon, changez tout de suite votre mot de passe et prévenez votre administrateur.',
    byAdministrator:
      'Un administrateur de votre organisation a effectué cette modification. Si vous ne vous y attendiez pas, demandez à votre administrateur. Ne répondez pas à cet e-mail.',
  },
});
