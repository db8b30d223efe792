import { catalogue } from '../catalogue.ts';

/** What the link to each factor says, by its name. */
export const factorTexts = catalogue({
  en: {
    password: 'Use your password',
    passkey: 'Use a passkey',
    social: 'Use another account',
    totp: 'Use the code from your app',
    'recovery-code': 'Use a recovery code',
  },
  de: {
    password: 'Passwort verwenden',
    passkey: 'Passkey verwenden',
    social: 'Anderes Konto verwenden',
    totp: 'Code aus der App verwenden',
    'recovery-code': 'Wiederherstellungscode verwenden',
  },
  fr: {
    password: 'Utiliser le mot de passe',
    passkey: 'Utiliser une clé d’accès',
    social: 'Utiliser un autre compte',
    totp: 'Utiliser le code de l’application',
    'recovery-code': 'Utiliser un code de secours',
  },
});
