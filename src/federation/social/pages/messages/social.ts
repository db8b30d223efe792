import { catalogue } from '../../../../platform/pages/catalogue.ts';

export const socialTexts = catalogue({
  en: {
    title: 'Sign in with another account',
    continueWith: (name: string) => `Continue with ${name}`,
    goBack: 'Back to sign-in',
    failedTitle: 'That didn’t work',
    failed: (name: string) =>
      `We couldn’t find out who you are from ${name}. Try again. If it keeps happening, contact support and include the request ID below.`,
    usedTitle: 'This page has expired',
    used: 'It was already used, or it belongs to another browser or another sign-in. Start again.',
    refusedTitle: 'You can’t sign in with this account',
    DOMAIN_NOT_ALLOWED: (name: string) =>
      `This ${name} account has no verified email address that’s allowed here. Use a different account.`,
    NOT_CONNECTED: (name: string) =>
      `This ${name} account isn’t connected to an account here. Sign in as usual, then connect it on your account page.`,
    EMAIL_TAKEN: (name: string) =>
      `The email address of this ${name} account is already in use here. If it’s yours, sign in as usual, then connect ${name} on your account page.`,
    CONNECTED_ELSEWHERE: (name: string) => `This ${name} account can’t be connected here.`,
    NOT_FRESH: (name: string) =>
      `You need to sign in again, but ${name} didn’t ask you to. Go back, and sign in another way.`,
  },
  de: {
    title: 'Mit einem anderen Konto anmelden',
    continueWith: (name) => `Weiter mit ${name}`,
    goBack: 'Zurück zur Anmeldung',
    failedTitle: 'Das hat nicht geklappt',
    failed: (name) =>
      `Wir konnten von ${name} nicht erfahren, wer Sie sind. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an den Support und nennen Sie die Anfrage-ID unten.`,
    usedTitle: 'Diese Seite ist abgelaufen',
    used: 'Sie wurde schon verwendet oder gehört zu einem anderen Browser oder einer anderen Anmeldung. Beginnen Sie von vorn.',
    refusedTitle: 'Mit diesem Konto können Sie sich nicht anmelden',
    DOMAIN_NOT_ALLOWED: (name) =>
      `Dieses Konto bei ${name} hat keine bestätigte E-Mail-Adresse, die hier zugelassen ist. Verwenden Sie ein anderes Konto.`,
    NOT_CONNECTED: (name) =>
      `Dieses Konto bei ${name} ist hier mit keinem Konto verbunden. Melden Sie sich wie gewohnt an und verbinden Sie es dann auf Ihrer Kontoseite.`,
    EMAIL_TAKEN: (name) =>
      `Die E-Mail-Adresse dieses Kontos bei ${name} wird hier schon verwendet. Wenn es Ihre ist, melden Sie sich wie gewohnt an und verbinden Sie ${name} dann auf Ihrer Kontoseite.`,
    CONNECTED_ELSEWHERE: (name) => `Dieses Konto bei ${name} kann hier nicht verbunden werden.`,
    NOT_FRESH: (name) =>
      `Sie müssen sich neu anmelden, aber ${name} hat Sie nicht dazu aufgefordert. Gehen Sie zurück und melden Sie sich auf andere Weise an.`,
  },
  fr: {
    title: 'Se connecter avec un autre compte',
    continueWith: (name) => `Continuer avec ${name}`,
    goBack: 'Retour à la connexion',
    failedTitle: 'Cela n’a pas fonctionné',
    failed: (name) =>
      `Nous n’avons pas pu savoir qui vous êtes auprès de ${name}. Réessayez. Si le problème persiste, contactez l’assistance et indiquez l’ID de la requête ci-dessous.`,
    usedTitle: 'Cette page a expiré',
    used: 'Elle a déjà été utilisée, ou elle correspond à un autre navigateur ou à une autre connexion. Recommencez.',
    refusedTitle: 'Vous ne pouvez pas vous connecter avec ce compte',
    DOMAIN_NOT_ALLOWED: (name) =>
      `Ce compte ${name} n’a pas d’adresse e-mail confirmée autorisée ici. Utilisez un autre compte.`,
    NOT_CONNECTED: (name) =>
      `Ce compte ${name} n’est associé à aucun compte ici. Connectez-vous comme d’habitude, puis associez-le sur la page de votre compte.`,
    EMAIL_TAKEN: (name) =>
      `L’adresse e-mail de ce compte ${name} est déjà utilisée ici. Si c’est la vôtre, connectez-vous comme d’habitude, puis associez ${name} sur la page de votre compte.`,
    CONNECTED_ELSEWHERE: (name) => `Ce compte ${name} ne peut pas être associé ici.`,
    NOT_FRESH: (name) =>
      `Vous devez vous reconnecter, mais ${name} ne vous l’a pas demandé. Revenez en arrière et connectez-vous d’une autre façon.`,
  },
});
