import type { Locale } from '../../../lib/locale.ts';
import type { MailFrameTexts, MailParts } from '../../../platform/pages/mail-layout.ts';
import type { MailKind } from '../mail-kinds.ts';

/** The parts that all mails of one language have. */
export const mailFrames: Readonly<Record<Locale, MailFrameTexts>> = {
  en: {
    openLink: 'Open this link in your browser:',
    expiry: 'The link works once and expires in {duration}.',
    sentBy: '{organization} sent this email to {address} through {installation}.',
  },
  de: {
    openLink: 'Öffnen Sie diesen Link in Ihrem Browser:',
    expiry: 'Der Link funktioniert einmal, {duration} lang.',
    sentBy: '{organization} hat diese E-Mail über {installation} an {address} gesendet.',
  },
  fr: {
    openLink: 'Ouvrez ce lien dans votre navigateur :',
    expiry: 'Le lien fonctionne une seule fois et expire dans {duration}.',
    sentBy: '{organization} a envoyé cet e-mail à {address} via {installation}.',
  },
};

const en = { greeting: { named: 'Hello {name},', unnamed: 'Hello,' } } as const;
const de = { greeting: { named: 'Guten Tag {name},', unnamed: 'Guten Tag,' } } as const;
const fr = { greeting: { named: 'Bonjour {name},', unnamed: 'Bonjour,' } } as const;

/** The parts of each mail. `mail-kinds.ts` says which placeholders they may have. */
export const mailTexts: Readonly<Record<Locale, Readonly<Record<MailKind, MailParts>>>> = {
  en: {
    INVITATION: {
      ...en,
      subject: 'Your invitation to {organization}',
      body: ['You’re invited to join {organization}.', 'To accept, choose a password.'],
      button: 'Accept invitation',
      note: ['If you didn’t expect this email, you can ignore it.'],
      footer: ['You get this email because an administrator invited this address.'],
    },
    SIGN_IN: {
      ...en,
      subject: 'Sign in to {organization}',
      body: ['Use this link to sign in to {organization}.'],
      button: 'Sign in',
      note: ['If you didn’t ask for it, you can ignore this email.', 'Don’t share the link with anyone.'],
      footer: ['You get this email because someone asked for a link to sign in with this address.'],
    },
    RESET_PASSWORD: {
      ...en,
      subject: 'Reset your password for {organization}',
      body: [
        'Someone (hopefully you) asked to reset your password for {organization}.',
        'Use this link to choose a new password.',
      ],
      button: 'Choose a new password',
      note: [
        'If you didn’t ask for it, you can ignore this email.',
        'Your password won’t change.',
        'Don’t share the link with anyone.',
      ],
      footer: ['You get this email because your account has this address.'],
    },
    VERIFY_EMAIL: {
      ...en,
      subject: 'Confirm your email address for {organization}',
      body: ['Confirm that this is your email address at {organization}.'],
      button: 'Confirm email address',
      note: ['If you don’t have an account at {organization}, you can ignore this email.'],
      footer: ['You get this email because an account has this address.'],
    },
    CREATE_ACCOUNT: {
      ...en,
      subject: 'Create your account at {organization}',
      body: [
        'Someone (hopefully you) asked to create an account at {organization} with this email address.',
        'To create it, choose a password.',
      ],
      button: 'Create account',
      note: ['If you didn’t ask for it, you can ignore this email.', 'No account is created.'],
      footer: ['You get this email because someone entered this address.'],
    },
    HAS_ACCOUNT: {
      ...en,
      subject: 'You already have an account at {organization}',
      body: [
        'Someone (hopefully you) asked to create an account at {organization}, but you already have one.',
        'You can sign in with it.',
      ],
      button: 'Sign in',
      note: [
        'If you don’t know your password, you can reset it on the sign-in page.',
        'If you didn’t ask for this, you can ignore this email.',
      ],
      footer: ['You get this email because someone entered this address.'],
    },
    CONNECTION: {
      ...en,
      subject: 'Sign in to {organization}',
      body: [
        'Your organization signs you in to {organization} with {company}.',
        'You don’t need a password or a link by email.',
      ],
      button: 'Sign in',
      note: ['If you didn’t ask for this, you can ignore this email.'],
      footer: ['You get this email because someone asked for a link by email.'],
    },
    CHANGED_BY_USER: {
      ...en,
      subject: 'Your account at {organization} was changed',
      body: ['Your account at {organization} was changed on {time}: {change}.'],
      note: [
        'If this was you, you don’t need to do anything.',
        'If it wasn’t you, change your password right away and tell your administrator.',
      ],
      footer: [
        'You get this email because your account has this address.',
        'Emails about changes never ask you to open a link.',
      ],
    },
    CHANGED_BY_ADMINISTRATOR: {
      ...en,
      subject: 'Your account at {organization} was changed',
      body: [
        'Your account at {organization} was changed on {time}: {change}.',
        'An administrator of your organization made this change.',
      ],
      note: ['If you didn’t expect it, ask your administrator.', 'Don’t reply to this email.'],
      footer: [
        'You get this email because your account has this address.',
        'Emails about changes never ask you to open a link.',
      ],
    },
  },
  de: {
    INVITATION: {
      ...de,
      subject: 'Ihre Einladung zu {organization}',
      body: [
        'Sie sind zu {organization} eingeladen.',
        'Wählen Sie ein Passwort, um die Einladung anzunehmen.',
      ],
      button: 'Einladung annehmen',
      note: ['Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.'],
      footer: ['Sie erhalten diese E-Mail, weil ein Administrator diese Adresse eingeladen hat.'],
    },
    SIGN_IN: {
      ...de,
      subject: 'Bei {organization} anmelden',
      body: ['Sie können sich mit diesem Link bei {organization} anmelden.'],
      button: 'Anmelden',
      note: [
        'Wenn Sie den Link nicht angefordert haben, können Sie diese E-Mail ignorieren.',
        'Geben Sie den Link an niemanden weiter.',
      ],
      footer: [
        'Sie erhalten diese E-Mail, weil jemand für diese Adresse einen Link zum Anmelden angefordert hat.',
      ],
    },
    RESET_PASSWORD: {
      ...de,
      subject: 'Passwort für {organization} zurücksetzen',
      body: [
        'Sie (oder jemand anderes) haben angefordert, Ihr Passwort für {organization} zurückzusetzen.',
        'Mit diesem Link wählen Sie ein neues Passwort.',
      ],
      button: 'Neues Passwort wählen',
      note: [
        'Wenn Sie den Link nicht angefordert haben, können Sie diese E-Mail ignorieren.',
        'Ihr Passwort bleibt unverändert.',
        'Geben Sie den Link an niemanden weiter.',
      ],
      footer: ['Sie erhalten diese E-Mail, weil Ihr Konto diese Adresse hat.'],
    },
    VERIFY_EMAIL: {
      ...de,
      subject: 'E-Mail-Adresse für {organization} bestätigen',
      body: ['Ist dies Ihre E-Mail-Adresse bei {organization}? Dann bestätigen Sie sie.'],
      button: 'E-Mail-Adresse bestätigen',
      note: ['Wenn Sie bei {organization} kein Konto haben, können Sie diese E-Mail ignorieren.'],
      footer: ['Sie erhalten diese E-Mail, weil ein Konto diese Adresse hat.'],
    },
    CREATE_ACCOUNT: {
      ...de,
      subject: 'Ihr Konto bei {organization} erstellen',
      body: [
        'Sie (oder jemand anderes) möchten mit dieser E-Mail-Adresse ein Konto bei {organization} erstellen.',
        'Wählen Sie dafür ein Passwort.',
      ],
      button: 'Konto erstellen',
      note: [
        'Wenn Sie den Link nicht angefordert haben, können Sie diese E-Mail ignorieren.',
        'Es wird kein Konto erstellt.',
      ],
      footer: ['Sie erhalten diese E-Mail, weil jemand diese Adresse eingegeben hat.'],
    },
    HAS_ACCOUNT: {
      ...de,
      subject: 'Sie haben schon ein Konto bei {organization}',
      body: [
        'Sie (oder jemand anderes) wollten ein Konto bei {organization} erstellen, haben dort aber schon eines.',
        'Sie können sich damit anmelden.',
      ],
      button: 'Anmelden',
      note: [
        'Wenn Sie Ihr Passwort nicht mehr wissen, können Sie es auf der Anmeldeseite zurücksetzen.',
        'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
      ],
      footer: ['Sie erhalten diese E-Mail, weil jemand diese Adresse eingegeben hat.'],
    },
    CONNECTION: {
      ...de,
      subject: 'Bei {organization} anmelden',
      body: [
        'Ihre Organisation meldet Sie bei {organization} mit {company} an.',
        'Sie brauchen kein Passwort und keinen Link per E-Mail.',
      ],
      button: 'Anmelden',
      note: ['Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.'],
      footer: ['Sie erhalten diese E-Mail, weil jemand einen Link per E-Mail angefordert hat.'],
    },
    CHANGED_BY_USER: {
      ...de,
      subject: 'Ihr Konto bei {organization} wurde geändert',
      body: ['Ihr Konto bei {organization} wurde am {time} geändert: {change}.'],
      note: [
        'Wenn Sie das waren, müssen Sie nichts tun.',
        'Wenn nicht, ändern Sie sofort Ihr Passwort und informieren Sie Ihren Administrator.',
      ],
      footer: [
        'Sie erhalten diese E-Mail, weil Ihr Konto diese Adresse hat.',
        'E-Mails über Änderungen fordern Sie nie auf, einen Link zu öffnen.',
      ],
    },
    CHANGED_BY_ADMINISTRATOR: {
      ...de,
      subject: 'Ihr Konto bei {organization} wurde geändert',
      body: [
        'Ihr Konto bei {organization} wurde am {time} geändert: {change}.',
        'Ein Administrator Ihrer Organisation hat diese Änderung vorgenommen.',
      ],
      note: [
        'Wenn Sie sie nicht erwartet haben, fragen Sie Ihren Administrator.',
        'Antworten Sie nicht auf diese E-Mail.',
      ],
      footer: [
        'Sie erhalten diese E-Mail, weil Ihr Konto diese Adresse hat.',
        'E-Mails über Änderungen fordern Sie nie auf, einen Link zu öffnen.',
      ],
    },
  },
  fr: {
    INVITATION: {
      ...fr,
      subject: 'Votre invitation à rejoindre {organization}',
      body: ['Vous êtes invité à rejoindre {organization}.', 'Pour accepter, choisissez un mot de passe.'],
      button: 'Accepter l’invitation',
      note: ['Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.'],
      footer: ['Vous recevez cet e-mail parce qu’un administrateur a invité cette adresse.'],
    },
    SIGN_IN: {
      ...fr,
      subject: 'Se connecter à {organization}',
      body: ['Utilisez ce lien pour vous connecter à {organization}.'],
      button: 'Se connecter',
      note: [
        'Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail.',
        'Ne donnez le lien à personne.',
      ],
      footer: [
        'Vous recevez cet e-mail parce que quelqu’un a demandé un lien de connexion avec cette adresse.',
      ],
    },
    RESET_PASSWORD: {
      ...fr,
      subject: 'Réinitialiser votre mot de passe pour {organization}',
      body: [
        'Quelqu’un (vous, nous l’espérons) a demandé à réinitialiser votre mot de passe pour {organization}.',
        'Utilisez ce lien pour choisir un nouveau mot de passe.',
      ],
      button: 'Choisir un mot de passe',
      note: [
        'Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail.',
        'Votre mot de passe ne changera pas.',
        'Ne donnez le lien à personne.',
      ],
      footer: ['Vous recevez cet e-mail parce que votre compte a cette adresse.'],
    },
    VERIFY_EMAIL: {
      ...fr,
      subject: 'Confirmez votre adresse e-mail pour {organization}',
      body: ['Confirmez qu’il s’agit bien de votre adresse e-mail chez {organization}.'],
      button: 'Confirmer l’adresse e-mail',
      note: ['Si vous n’avez pas de compte chez {organization}, vous pouvez ignorer cet e-mail.'],
      footer: ['Vous recevez cet e-mail parce qu’un compte a cette adresse.'],
    },
    CREATE_ACCOUNT: {
      ...fr,
      subject: 'Créer votre compte chez {organization}',
      body: [
        'Quelqu’un (vous, nous l’espérons) a demandé à créer un compte chez {organization} avec cette adresse e-mail.',
        'Pour le créer, choisissez un mot de passe.',
      ],
      button: 'Créer un compte',
      note: ['Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail.', 'Aucun compte ne sera créé.'],
      footer: ['Vous recevez cet e-mail parce que quelqu’un a saisi cette adresse.'],
    },
    HAS_ACCOUNT: {
      ...fr,
      subject: 'Vous avez déjà un compte chez {organization}',
      body: [
        'Quelqu’un (vous, nous l’espérons) a demandé à créer un compte chez {organization}, mais vous en avez déjà un.',
        'Vous pouvez vous connecter avec ce compte.',
      ],
      button: 'Se connecter',
      note: [
        'Si vous ne connaissez plus votre mot de passe, vous pouvez l’y réinitialiser.',
        'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail.',
      ],
      footer: ['Vous recevez cet e-mail parce que quelqu’un a saisi cette adresse.'],
    },
    CONNECTION: {
      ...fr,
      subject: 'Se connecter à {organization}',
      body: [
        'Votre organisation vous connecte à {organization} avec {company}.',
        'Vous n’avez besoin ni de mot de passe ni de lien par e-mail.',
      ],
      button: 'Se connecter',
      note: ['Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail.'],
      footer: ['Vous recevez cet e-mail parce que quelqu’un a demandé un lien par e-mail.'],
    },
    CHANGED_BY_USER: {
      ...fr,
      subject: 'Votre compte chez {organization} a été modifié',
      body: ['Votre compte chez {organization} a été modifié le {time} : {change}.'],
      note: [
        'Si c’était vous, vous n’avez rien à faire.',
        'Sinon, changez tout de suite votre mot de passe et prévenez votre administrateur.',
      ],
      footer: [
        'Vous recevez cet e-mail parce que votre compte a cette adresse.',
        'Les e-mails sur les modifications ne vous demandent jamais d’ouvrir un lien.',
      ],
    },
    CHANGED_BY_ADMINISTRATOR: {
      ...fr,
      subject: 'Votre compte chez {organization} a été modifié',
      body: [
        'Votre compte chez {organization} a été modifié le {time} : {change}.',
        'Un administrateur de votre organisation a effectué cette modification.',
      ],
      note: [
        'Si vous ne vous y attendiez pas, demandez à votre administrateur.',
        'Ne répondez pas à cet e-mail.',
      ],
      footer: [
        'Vous recevez cet e-mail parce que votre compte a cette adresse.',
        'Les e-mails sur les modifications ne vous demandent jamais d’ouvrir un lien.',
      ],
    },
  },
};
