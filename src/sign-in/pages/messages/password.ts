import { catalogue } from '../../../platform/pages/catalogue.ts';

export const passwordTexts = catalogue({
  en: {
    show: 'Show',
    showLabel: 'Show password',
    hide: 'Hide',
    hideLabel: 'Hide password',
    weak: 'Weak password',
    fair: 'Fair password',
    strong: 'Strong password',
    short: (least: number) => `Use at least ${least} characters.`,
  },
  de: {
    show: 'Anzeigen',
    showLabel: 'Passwort anzeigen',
    hide: 'Verbergen',
    hideLabel: 'Passwort verbergen',
    weak: 'Schwaches Passwort',
    fair: 'Mittleres Passwort',
    strong: 'Starkes Passwort',
    short: (least) => `Verwenden Sie mindestens ${least} Zeichen.`,
  },
  fr: {
    show: 'Afficher',
    showLabel: 'Afficher le mot de passe',
    hide: 'Masquer',
    hideLabel: 'Masquer le mot de passe',
    weak: 'Mot de passe faible',
    fair: 'Mot de passe moyen',
    strong: 'Mot de passe fort',
    short: (least) => `Utilisez au moins ${least} caractères.`,
  },
});
