import { catalogue } from '../catalogue.ts';

/** What the link to each factor says, by its name. */
export const factorTexts = catalogue({
  en: {
    password: 'Use your password',
    totp: 'Use the code from your app',
    'recovery-code': 'Use a recovery code',
  },
  de: {
    password: 'Passwort verwenden',
    totp: 'Code aus der App verwenden',
    'recovery-code': 'Wiederherstellungscode verwenden',
  },
  fr: {
    password: 'Utiliser le mot de passe',
    totp: 'Utiliser le code de l’application',
    'recovery-code': 'Utiliser un code de secours',
  },
});
