import { catalogue } from '../catalogue.ts';

/** What the link to each factor says, by its name. */
export const factorTexts = catalogue({
  en: { password: 'Use your password' },
  de: { password: 'Passwort verwenden' },
  fr: { password: 'Utiliser le mot de passe' },
});
