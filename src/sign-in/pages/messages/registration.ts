import { catalogue } from '../../../platform/pages/catalogue.ts';

export const registrationTexts = catalogue({
  en: {
    offer: 'New here?',
    create: 'Create account',
    title: 'Create your account',
    lead: 'Enter your email address. We’ll email you a link to continue.',
    leadDomains: (domains: string) => `You can use an address at ${domains}.`,
    noEmail: 'Enter an email address such as name@example.com.',
    domain: (domains: string) => `Use an address at ${domains}.`,
    sent: (email: string) =>
      `We’ve sent an email to ${email}. Open its link to continue. It may take a few minutes. Didn’t get an email? Check your spam folder.`,
    closedTitle: 'You can’t create an account here',
    closed: 'Ask your administrator for an account. If you already have one, sign in.',
    name: 'Name (optional)',
    takenTitle: 'You already have an account',
    taken: (email: string) =>
      `An account already uses ${email}. Sign in, reset your password there, or contact the administrator.`,
    fullTitle: 'You can’t create an account right now',
    full: 'There is no room for more accounts. Contact the administrator.',
    fullToday: 'Too many accounts were created recently. Try again tomorrow, or contact the administrator.',
  },
  de: {
    offer: 'Neu hier?',
    create: 'Konto erstellen',
    title: 'Konto erstellen',
    lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen per E-Mail einen Link, mit dem es weitergeht.',
    leadDomains: (domains) => `Möglich ist eine Adresse bei ${domains}.`,
    noEmail: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    domain: (domains) => `Verwenden Sie eine Adresse bei ${domains}.`,
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} gesendet. Öffnen Sie den Link darin. Das kann einige Minuten dauern. Keine E-Mail erhalten? Sehen Sie auch im Spam-Ordner nach.`,
    closedTitle: 'Hier können Sie kein Konto erstellen',
    closed: 'Bitten Sie Ihren Administrator um ein Konto. Wenn Sie schon eines haben, melden Sie sich an.',
    name: 'Name (freiwillig)',
    takenTitle: 'Sie haben schon ein Konto',
    taken: (email) =>
      `Es gibt schon ein Konto mit ${email}. Melden Sie sich an, setzen Sie dort Ihr Passwort zurück oder wenden Sie sich an den Administrator.`,
    fullTitle: 'Zurzeit können Sie kein Konto erstellen',
    full: 'Es ist kein Platz für weitere Konten. Wenden Sie sich an den Administrator.',
    fullToday:
      'In letzter Zeit wurden zu viele Konten erstellt. Versuchen Sie es morgen erneut oder wenden Sie sich an den Administrator.',
  },
  fr: {
    offer: 'Vous n’avez pas de compte ?',
    create: 'Créer un compte',
    title: 'Créez votre compte',
    lead: 'Saisissez votre adresse e-mail. Nous vous enverrons par e-mail un lien pour continuer.',
    leadDomains: (domains) => `Vous pouvez utiliser une adresse de ${domains}.`,
    noEmail: 'Saisissez une adresse e-mail, par exemple name@example.com.',
    domain: (domains) => `Utilisez une adresse de ${domains}.`,
    sent: (email) =>
      `Nous avons envoyé un e-mail à ${email}. Ouvrez le lien qu’il contient. Cela peut prendre quelques minutes. Vous n’avez pas reçu d’e-mail ? Consultez votre dossier de courrier indésirable.`,
    closedTitle: 'Vous ne pouvez pas créer de compte ici',
    closed: 'Demandez un compte à votre administrateur. Si vous en avez déjà un, connectez-vous.',
    name: 'Nom (facultatif)',
    takenTitle: 'Vous avez déjà un compte',
    taken: (email) =>
      `Un compte utilise déjà ${email}. Connectez-vous, réinitialisez-y votre mot de passe ou contactez l’administrateur.`,
    fullTitle: 'Vous ne pouvez pas créer de compte pour le moment',
    full: 'Il n’y a plus de place pour d’autres comptes. Contactez l’administrateur.',
    fullToday: 'Trop de comptes ont été créés récemment. Réessayez demain ou contactez l’administrateur.',
  },
});
