import { catalogue } from '../../../platform/pages/catalogue.ts';

export const accessPassTexts = catalogue({
  en: {
    title: 'Enter your access pass',
    lead: 'Enter the access pass from your administrator. Then you’ll set up how you sign in from now on.',
    pass: 'Access pass',
    next: 'Continue',
    noPass: 'Enter your access pass.',
    wrongPass:
      'Incorrect username or access pass. A pass works once and expires. Ask your administrator for a new one.',
    lockedPass: 'Too many incorrect passes. Try again later.',
  },
  de: {
    title: 'Zugangspass eingeben',
    lead: 'Geben Sie den Zugangspass von Ihrem Administrator ein. Danach richten Sie ein, wie Sie sich künftig anmelden.',
    pass: 'Zugangspass',
    next: 'Weiter',
    noPass: 'Geben Sie Ihren Zugangspass ein.',
    wrongPass:
      'Benutzername oder Zugangspass ist falsch. Ein Pass funktioniert einmal und läuft ab. Bitten Sie Ihren Administrator um einen neuen.',
    lockedPass: 'Zu viele falsche Pässe. Versuchen Sie es später erneut.',
  },
  fr: {
    title: 'Saisissez votre code d’accès temporaire',
    lead: 'Saisissez le code d’accès temporaire de votre administrateur. Vous configurerez ensuite votre prochaine façon de vous connecter.',
    pass: 'Code d’accès temporaire',
    next: 'Continuer',
    noPass: 'Saisissez votre code d’accès temporaire.',
    wrongPass:
      'Nom d’utilisateur ou code incorrect. Un code ne sert qu’une fois et expire. Demandez-en un nouveau à votre administrateur.',
    lockedPass: 'Trop de codes incorrects. Réessayez plus tard.',
  },
});
