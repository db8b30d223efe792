import { catalogue } from '../../../platform/pages/catalogue.ts';

/** The texts of the links to the factors, by the names of the factors. */
export const factorTexts = catalogue({
  en: {
    password: 'Use your password',
    'magic-link': 'Email me a link',
    passkey: 'Use a passkey',
    social: 'Use another account',
    totp: 'Use your authenticator app',
    'recovery-code': 'Use a recovery code',
    'access-pass': 'I have an access pass',
    'enrol-totp': 'Set up an authenticator app instead',
    'enrol-passkey': 'Set up a passkey instead',
    'new-password': 'Choose a password instead',
  },
  de: {
    password: 'Passwort verwenden',
    'magic-link': 'Link per E-Mail senden',
    passkey: 'Passkey verwenden',
    social: 'Anderes Konto verwenden',
    totp: 'Authenticator-App verwenden',
    'recovery-code': 'Wieder\u00ADherstellungs\u00ADcode verwenden',
    'access-pass': 'Ich habe einen Zugangspass',
    'enrol-totp': 'Stattdessen eine Authenticator-App einrichten',
    'enrol-passkey': 'Stattdessen einen Passkey einrichten',
    'new-password': 'Stattdessen ein Passwort wählen',
  },
  fr: {
    password: 'Utiliser votre mot de passe',
    'magic-link': 'Recevoir un lien par e-mail',
    passkey: 'Utiliser une clé d’accès',
    social: 'Utiliser un autre compte',
    totp: 'Utiliser votre application d’authentification',
    'recovery-code': 'Utiliser un code de secours',
    'access-pass': 'J’ai un code d’accès temporaire',
    'enrol-totp': 'Configurer plutôt une application d’authentification',
    'enrol-passkey': 'Configurer plutôt une clé d’accès',
    'new-password': 'Choisir plutôt un mot de passe',
  },
});
