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
