import { catalogue } from '../catalogue.ts';

/** What the link to each factor says, by its name. */
export const factorTexts = catalogue({
  en: { password: 'Use your password', passkey: 'Use a passkey' },
  de: { password: 'Passwort verwenden', passkey: 'Passkey verwenden' },
  fr: { password: 'Utiliser le mot de passe', passkey: 'Utiliser une clé d’accès' },
});
