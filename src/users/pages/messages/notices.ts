import { catalogue } from '../../../platform/pages/catalogue.ts';

/** The changes that mails tell of, as `{change}` of their texts. */
export const changeTexts = catalogue({
  en: {
    PASSWORD_CHANGED: 'your password was changed',
    TOTP_ADDED: 'an authenticator app was set up',
    TOTP_REMOVED: 'your authenticator app was removed',
    RECOVERY_CODES_RENEWED: 'new recovery codes were created, and your old codes no longer work',
    PASSKEY_ADDED: 'a passkey was added',
    PASSKEY_REMOVED: 'a passkey was removed',
    FACTORS_RESET: 'your passkeys, authenticator app and recovery codes were removed',
    ACCOUNT_CONNECTED: 'an account from another provider was connected',
    ACCOUNT_DISCONNECTED: 'an account from another provider was disconnected',
  },
  de: {
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
  },
  fr: {
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
  },
});

/** The subjects of mails about changes. They are short, so that a subject of 78 characters has room for the name of an organization. */
export const changeSubjects = catalogue({
  en: {
    PASSWORD_CHANGED: 'Your password at {organization} was changed',
    TOTP_ADDED: 'An authenticator app was set up at {organization}',
    TOTP_REMOVED: 'Your authenticator app at {organization} was removed',
    RECOVERY_CODES_RENEWED: 'Your recovery codes at {organization} were replaced',
    PASSKEY_ADDED: 'A passkey was added at {organization}',
    PASSKEY_REMOVED: 'A passkey was removed at {organization}',
    FACTORS_RESET: 'Your two-step verification at {organization} was reset',
    ACCOUNT_CONNECTED: 'An account was connected at {organization}',
    ACCOUNT_DISCONNECTED: 'An account was disconnected at {organization}',
  },
  de: {
    PASSWORD_CHANGED: 'Ihr Passwort bei {organization} wurde geändert',
    TOTP_ADDED: 'Authenticator-App bei {organization} eingerichtet',
    TOTP_REMOVED: 'Ihre Authenticator-App bei {organization} wurde entfernt',
    RECOVERY_CODES_RENEWED: 'Ihre Wiederherstellungscodes bei {organization} wurden ersetzt',
    PASSKEY_ADDED: 'Passkey bei {organization} hinzugefügt',
    PASSKEY_REMOVED: 'Passkey bei {organization} entfernt',
    FACTORS_RESET: 'Bestätigung in zwei Schritten bei {organization} zurückgesetzt',
    ACCOUNT_CONNECTED: 'Ein Konto wurde bei {organization} verbunden',
    ACCOUNT_DISCONNECTED: 'Ein Konto wurde bei {organization} getrennt',
  },
  fr: {
    PASSWORD_CHANGED: 'Votre mot de passe chez {organization} a été changé',
    TOTP_ADDED: 'Application d’authentification configurée chez {organization}',
    TOTP_REMOVED: 'Application d’authentification supprimée chez {organization}',
    RECOVERY_CODES_RENEWED: 'Vos codes de secours chez {organization} ont été remplacés',
    PASSKEY_ADDED: 'Une clé d’accès a été ajoutée chez {organization}',
    PASSKEY_REMOVED: 'Une clé d’accès a été supprimée chez {organization}',
    FACTORS_RESET: 'Validation en deux étapes réinitialisée chez {organization}',
    ACCOUNT_CONNECTED: 'Un compte a été associé chez {organization}',
    ACCOUNT_DISCONNECTED: 'Un compte a été dissocié chez {organization}',
  },
});
