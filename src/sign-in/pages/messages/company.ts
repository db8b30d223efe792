import { catalogue } from '../../../platform/pages/catalogue.ts';

/** The texts about sign-in with the identity provider of a company. */
export const companyTexts = catalogue({
  en: {
    title: 'Sign in with your organization',
    lead: (name: string) => `Your organization signs you in with ${name}. Continue there.`,
    again: (name: string) => `Your sign-in with ${name} isn’t recent enough. Sign in there again.`,
    go: (name: string) => `Continue with ${name}`,
    other: 'Use a different account',
    closed:
      'Sign-in with your organization is turned off. Sign in another way, or contact your administrator.',
    noAccount: 'Your organization signs you in, so you can’t connect another account here.',
    noPassword: 'Your organization signs you in, so you can’t change a password here.',
    lastOwner:
      'You’re the last owner who can sign in with two steps here. First, another owner needs to set up two-step verification.',
  },
  de: {
    title: 'Mit Ihrer Organisation anmelden',
    lead: (name) => `Ihre Organisation meldet Sie mit ${name} an. Fahren Sie dort fort.`,
    again: (name) => `Ihre Anmeldung mit ${name} liegt zu lange zurück. Melden Sie sich dort noch einmal an.`,
    go: (name) => `Weiter mit ${name}`,
    other: 'Anderes Konto verwenden',
    closed:
      'Die Anmeldung mit Ihrer Organisation ist ausgeschaltet. Melden Sie sich anders an oder wenden Sie sich an Ihren Administrator.',
    noAccount: 'Ihre Organisation meldet Sie an. Deshalb können Sie hier kein anderes Konto verbinden.',
    noPassword: 'Ihre Organisation meldet Sie an. Deshalb können Sie hier kein Passwort ändern.',
    lastOwner:
      'Nur noch Sie können sich als Eigentümer hier in zwei Schritten anmelden. Zuerst muss ein anderer Eigentümer die Bestätigung in zwei Schritten einrichten.',
  },
  fr: {
    title: 'Se connecter avec votre organisation',
    lead: (name) => `Votre organisation vous connecte avec ${name}. Continuez avec ce service.`,
    again: (name) => `Votre connexion avec ${name} n’est pas assez récente. Connectez-vous-y à nouveau.`,
    go: (name) => `Continuer avec ${name}`,
    other: 'Utiliser un autre compte',
    closed:
      'La connexion avec votre organisation est désactivée. Connectez-vous autrement ou contactez votre administrateur.',
    noAccount: 'Votre organisation vous connecte : vous ne pouvez pas associer d’autre compte ici.',
    noPassword: 'Votre organisation vous connecte : vous ne pouvez pas modifier de mot de passe ici.',
    lastOwner:
      'Vous êtes le dernier propriétaire à pouvoir se connecter ici en deux étapes. Un autre propriétaire doit d’abord configurer la validation en deux étapes.',
  },
});
