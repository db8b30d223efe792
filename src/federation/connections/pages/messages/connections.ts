import { catalogue } from '../../../../platform/pages/catalogue.ts';

export const connectionTexts = catalogue({
  en: {
    continueWith: (name: string) => `Continue with ${name}`,
    retry: 'Try again',
    otherWay: 'Sign in another way',
    startAgain: 'Back to sign-in',
    backToAccount: 'Back to your account',
    failedTitle: 'We couldn’t sign you in',
    notConnectedTitle: 'We couldn’t connect the account',
    closed: 'Accounts of your organization can’t be connected right now. Contact your administrator.',
    failed: (name: string) =>
      `${name} didn’t respond as expected. Try again. If it keeps happening, contact your administrator and include the request ID below.`,
    refusedTitle: 'You can’t sign in with this account',
    contact: 'If you think this is wrong, contact your administrator and include the request ID below.',
    connect: (name: string) =>
      `If you already have an account here, sign in another way, then connect ${name} on your account page.`,
    ask: 'Contact your administrator and include the request ID below.',
    DOMAIN_NOT_VERIFIED: (name: string) =>
      `Your ${name} account has no verified email address of a domain that’s verified here.`,
    NOT_CONNECTED: (name: string) => `Your ${name} account isn’t connected to an account here.`,
    EMAIL_TAKEN: (name: string) => `The email address of your ${name} account is already in use here.`,
    SIGN_IN_FIRST: (name: string) =>
      `Your account here can manage this organization. To protect it, sign in as usual first, then connect ${name} on your account page.`,
    PROVE_FIRST: (name: string) =>
      `There’s an account here with your email address. To protect it, prove once that it’s yours: go back, and sign in as usual. ${name} then signs you in.`,
    CONNECTED_ELSEWHERE: (name: string) =>
      `The account here with this email address is connected to a different ${name} account.`,
    NOT_ALLOWED: (name: string) => `Your ${name} account isn’t in a group that’s allowed to sign in here.`,
    NOT_ACTIVE: () => 'Your account here isn’t active.',
    NO_ROOM: () => 'This organization can’t add more users right now.',
    INCOMPLETE: (name: string) => `${name} didn’t send all the details that an account here needs.`,
    NOT_FRESH: (name: string) =>
      `You need to sign in again, but ${name} didn’t ask you to. Sign out at ${name}, then try again.`,
    CLOCK_SKEW: (name: string) => `The clock of ${name} is wrong. Try again in a few minutes.`,
  },
  de: {
    continueWith: (name) => `Weiter mit ${name}`,
    retry: 'Erneut versuchen',
    otherWay: 'Anders anmelden',
    startAgain: 'Zurück zur Anmeldung',
    backToAccount: 'Zurück zu Ihrem Konto',
    notConnectedTitle: 'Wir konnten das Konto nicht verbinden',
    closed:
      'Konten Ihrer Organisation können zurzeit nicht verbunden werden. Wenden Sie sich an Ihren Administrator.',
    failedTitle: 'Wir konnten Sie nicht anmelden',
    failed: (name) =>
      `${name} hat nicht wie erwartet geantwortet. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an Ihren Administrator und nennen Sie die Anfrage-ID unten.`,
    refusedTitle: 'Mit diesem Konto können Sie sich nicht anmelden',
    contact:
      'Wenn Sie das für falsch halten, wenden Sie sich an Ihren Administrator und nennen Sie die Anfrage-ID unten.',
    connect: (name) =>
      `Wenn Sie hier schon ein Konto haben, melden Sie sich anders an und verbinden Sie ${name} dann auf Ihrer Kontoseite.`,
    ask: 'Wenden Sie sich an Ihren Administrator und nennen Sie die Anfrage-ID unten.',
    DOMAIN_NOT_VERIFIED: (name) =>
      `Ihr Konto bei ${name} hat keine bestätigte E-Mail-Adresse einer Domain, die hier bestätigt ist.`,
    NOT_CONNECTED: (name) => `Ihr Konto bei ${name} ist hier mit keinem Konto verbunden.`,
    EMAIL_TAKEN: (name) => `Die E-Mail-Adresse Ihres Kontos bei ${name} wird hier schon verwendet.`,
    SIGN_IN_FIRST: (name) =>
      `Ihr Konto hier kann diese Organisation verwalten. Um es zu schützen, melden Sie sich zuerst wie gewohnt an und verbinden Sie ${name} dann auf Ihrer Kontoseite.`,
    PROVE_FIRST: (name) =>
      `Mit Ihrer E-Mail-Adresse gibt es hier schon ein Konto. Bestätigen Sie zum Schutz einmal, dass es Ihres ist: Gehen Sie zurück und melden Sie sich wie gewohnt an. Danach meldet ${name} Sie an.`,
    CONNECTED_ELSEWHERE: (name) =>
      `Das Konto hier mit dieser E-Mail-Adresse ist mit einem anderen Konto bei ${name} verbunden.`,
    NOT_ALLOWED: (name) =>
      `Ihr Konto bei ${name} ist in keiner Gruppe, deren Mitglieder sich hier anmelden dürfen.`,
    NOT_ACTIVE: () => 'Ihr Konto hier ist nicht aktiv.',
    NO_ROOM: () => 'Diese Organisation kann zurzeit keine weiteren Benutzer aufnehmen.',
    INCOMPLETE: (name) => `${name} hat nicht alle Angaben gesendet, die ein Konto hier braucht.`,
    NOT_FRESH: (name) =>
      `Sie müssen sich neu anmelden, aber ${name} hat Sie nicht dazu aufgefordert. Melden Sie sich bei ${name} ab und versuchen Sie es dann erneut.`,
    CLOCK_SKEW: (name) => `Die Uhr von ${name} geht falsch. Versuchen Sie es in ein paar Minuten erneut.`,
  },
  fr: {
    continueWith: (name) => `Continuer avec ${name}`,
    retry: 'Réessayer',
    otherWay: 'Se connecter autrement',
    startAgain: 'Retour à la connexion',
    backToAccount: 'Retour à votre compte',
    notConnectedTitle: 'Nous n’avons pas pu associer le compte',
    closed:
      'Les comptes de votre organisation ne peuvent pas être associés pour le moment. Contactez votre administrateur.',
    failedTitle: 'Nous n’avons pas pu vous connecter',
    failed: (name) =>
      `${name} n’a pas répondu comme prévu. Réessayez. Si le problème persiste, contactez votre administrateur et indiquez l’ID de la requête ci-dessous.`,
    refusedTitle: 'Vous ne pouvez pas vous connecter avec ce compte',
    contact:
      'Si vous pensez qu’il s’agit d’une erreur, contactez votre administrateur et indiquez l’ID de la requête ci-dessous.',
    connect: (name) =>
      `Si vous avez déjà un compte ici, connectez-vous autrement, puis associez ${name} sur la page de votre compte.`,
    ask: 'Contactez votre administrateur et indiquez l’ID de la requête ci-dessous.',
    DOMAIN_NOT_VERIFIED: (name) =>
      `Votre compte ${name} n’a pas d’adresse e-mail confirmée d’un domaine confirmé ici.`,
    NOT_CONNECTED: (name) => `Votre compte ${name} n’est associé à aucun compte ici.`,
    EMAIL_TAKEN: (name) => `L’adresse e-mail de votre compte ${name} est déjà utilisée ici.`,
    SIGN_IN_FIRST: (name) =>
      `Votre compte ici peut gérer cette organisation. Pour le protéger, connectez-vous d’abord comme d’habitude, puis associez ${name} sur la page de votre compte.`,
    PROVE_FIRST: (name) =>
      `Un compte existe déjà ici avec votre adresse e-mail. Pour le protéger, prouvez une fois qu’il est à vous : revenez en arrière et connectez-vous comme d’habitude. Ensuite, ${name} vous connecte.`,
    CONNECTED_ELSEWHERE: (name) =>
      `Le compte d’ici qui a cette adresse e-mail est associé à un autre compte ${name}.`,
    NOT_ALLOWED: (name) => `Votre compte ${name} ne fait partie d’aucun groupe autorisé à se connecter ici.`,
    NOT_ACTIVE: () => 'Votre compte ici n’est pas actif.',
    NO_ROOM: () => 'Cette organisation ne peut pas ajouter d’autres utilisateurs pour le moment.',
    INCOMPLETE: (name) => `${name} n’a pas envoyé toutes les informations dont un compte a besoin ici.`,
    NOT_FRESH: (name) =>
      `Vous devez vous reconnecter, mais ${name} ne vous l’a pas demandé. Déconnectez-vous de ${name}, puis réessayez.`,
    CLOCK_SKEW: (name) => `L’horloge de ${name} n’est pas à l’heure. Réessayez dans quelques minutes.`,
  },
});
