import { catalogue } from '../../../platform/pages/catalogue.ts';

export const socialTexts = catalogue({
  en: {
    title: 'Sign in with another account',
    continueWith: (name: string) => `Continue with ${name}`,
    goBack: 'Back to signing in',
    failedTitle: 'That did not work',
    failed: (name: string) =>
      `We could not find out from ${name} who you are. Try again; if it stays, pass on the request ID below to those who help you.`,
    usedTitle: 'This answer is good no more',
    used: 'It was used before, or it was made for another browser or another way to sign in. Start again.',
    refusedTitle: 'You cannot sign in with this account',
    DOMAIN_NOT_ALLOWED: (name: string) =>
      `This account of ${name} has no confirmed e-mail address that is allowed here. Use another one.`,
    NOT_CONNECTED: (name: string) =>
      `This account of ${name} is connected with nobody here. Sign in as you usually do, and connect it on your account page.`,
    EMAIL_TAKEN: (name: string) =>
      `The e-mail address of this account of ${name} is in use here. If it is yours, sign in as you usually do, and connect ${name} on your account page.`,
    CONNECTED_ELSEWHERE: (name: string) => `This account of ${name} cannot be connected here.`,
  },
  de: {
    title: 'Mit einem anderen Konto anmelden',
    continueWith: (name) => `Weiter mit ${name}`,
    goBack: 'Zurück zur Anmeldung',
    failedTitle: 'Das hat nicht geklappt',
    failed: (name) =>
      `Wir konnten von ${name} nicht erfahren, wer Sie sind. Versuchen Sie es erneut; bleibt es dabei, geben Sie die Anfrage-ID unten an Ihre Betreuung weiter.`,
    usedTitle: 'Diese Antwort gilt nicht mehr',
    used: 'Sie wurde schon verwendet oder war für einen anderen Browser oder eine andere Anmeldung bestimmt. Beginnen Sie von vorn.',
    refusedTitle: 'Mit diesem Konto können Sie sich nicht anmelden',
    DOMAIN_NOT_ALLOWED: (name) =>
      `Dieses Konto bei ${name} hat keine bestätigte E-Mail-Adresse, die hier zugelassen ist. Verwenden Sie ein anderes.`,
    NOT_CONNECTED: (name) =>
      `Dieses Konto bei ${name} ist hier mit niemandem verbunden. Melden Sie sich an wie sonst und verbinden Sie es auf Ihrer Kontoseite.`,
    EMAIL_TAKEN: (name) =>
      `Die E-Mail-Adresse dieses Kontos bei ${name} wird hier schon verwendet. Ist es Ihre, melden Sie sich an wie sonst und verbinden Sie ${name} auf Ihrer Kontoseite.`,
    CONNECTED_ELSEWHERE: (name) => `Dieses Konto bei ${name} kann hier nicht verbunden werden.`,
  },
  fr: {
    title: 'Se connecter avec un autre compte',
    continueWith: (name) => `Continuer avec ${name}`,
    goBack: 'Retour à la connexion',
    failedTitle: 'Cela n’a pas fonctionné',
    failed: (name) =>
      `Nous n’avons pas pu apprendre de ${name} qui vous êtes. Réessayez ; si cela persiste, transmettez l’ID de la requête ci-dessous à votre assistance.`,
    usedTitle: 'Cette réponse n’est plus valable',
    used: 'Elle a déjà servi, ou elle était destinée à un autre navigateur ou à une autre connexion. Recommencez.',
    refusedTitle: 'Vous ne pouvez pas vous connecter avec ce compte',
    DOMAIN_NOT_ALLOWED: (name) =>
      `Ce compte ${name} n’a pas d’adresse e-mail confirmée qui soit admise ici. Utilisez-en un autre.`,
    NOT_CONNECTED: (name) =>
      `Ce compte ${name} n’est associé à personne ici. Connectez-vous comme d’habitude et associez-le sur la page de votre compte.`,
    EMAIL_TAKEN: (name) =>
      `L’adresse e-mail de ce compte ${name} est déjà utilisée ici. Si c’est la vôtre, connectez-vous comme d’habitude et associez ${name} sur la page de votre compte.`,
    CONNECTED_ELSEWHERE: (name) => `Ce compte ${name} ne peut pas être associé ici.`,
  },
});
