import { catalogue } from '../../../platform/pages/catalogue.ts';

/** What the link to each factor says, by its name. */
export const factorTexts = catalogue({
  en: {
    password: 'Use your password',
    'magic-link': 'Send me a link by e-mail',
    passkey: 'Use a passkey',
    social: 'Use another account',
    totp: 'Use the code from your app',
    'recovery-code': 'Use a recovery code',
  },
  de: {
    password: 'Passwort verwenden',
    'magic-link': 'Link per E-Mail senden',
    passkey: 'Passkey verwenden',
    social: 'Anderes Konto verwenden',
    totp: 'Code aus der App verwenden',
    'recovery-code': 'Wiederherstellungs\u00ADcode verwenden',
  },
  fr: {
    password: 'Utiliser le mot de passe',
    'magic-link': 'Recevoir un lien par e-mail',
    passkey: 'Utiliser une clé d’accès',
    social: 'Utiliser un autre compte',
    totp: 'Utiliser le code de l’application',
    'recovery-code': 'Utiliser un code de secours',
  },
});
