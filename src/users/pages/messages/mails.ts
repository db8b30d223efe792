import { catalogue } from '../../../platform/pages/catalogue.ts';

/** What mails with a link say. */
export const mailTexts = catalogue({
  en: {
    hello: 'Hello,',
    helloName: (name: string) => `Hello ${name},`,
    invitationSubject: (organization: string) => `Your invitation to ${organization}`,
    invitationLead: (organization: string) =>
      `you are invited to ${organization}. Choose a password to sign in:`,
    invitationNote: (days: number) =>
      `The link works once, for ${days} days. If you did not expect this mail, ignore it.`,
    signInSubject: (organization: string) => `Sign in to ${organization}`,
    signInLead: (organization: string) => `with this link you sign in to ${organization}:`,
    signInNote: (time: string) =>
      `The link works once, for ${time}. If you did not ask for it, ignore this mail and give the link to nobody.`,
    resetSubject: (organization: string) => `Choose a new password for ${organization}`,
    resetLead: (organization: string) =>
      `somebody, hopefully you, asked for a new password for ${organization}. Choose it here:`,
    resetNote: (time: string) =>
      `The link works once, for ${time}. If you did not ask for it, ignore this mail: your password stays as it is.`,
    verifySubject: (organization: string) => `Confirm your e-mail address for ${organization}`,
    verifyLead: (organization: string) => `confirm that this address is yours at ${organization}:`,
    verifyNote: (time: string) =>
      `The link works once, for ${time}. If you have no account there, ignore this mail.`,
  },
  de: {
    hello: 'Guten Tag,',
    helloName: (name) => `Guten Tag ${name},`,
    invitationSubject: (organization) => `Ihre Einladung zu ${organization}`,
    invitationLead: (organization) =>
      `Sie sind zu ${organization} eingeladen. Wählen Sie ein Passwort, um sich anzumelden:`,
    invitationNote: (days) =>
      `Der Link funktioniert einmal, ${days} Tage lang. Falls Sie diese Mail nicht erwartet haben, ignorieren Sie sie.`,
    signInSubject: (organization) => `Bei ${organization} anmelden`,
    signInLead: (organization) => `mit diesem Link melden Sie sich bei ${organization} an:`,
    signInNote: (time) =>
      `Der Link funktioniert einmal, ${time} lang. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese Mail und geben Sie den Link niemandem weiter.`,
    resetSubject: (organization) => `Neues Passwort für ${organization} wählen`,
    resetLead: (organization) =>
      `jemand, hoffentlich Sie, hat ein neues Passwort für ${organization} angefordert. Wählen Sie es hier:`,
    resetNote: (time) =>
      `Der Link funktioniert einmal, ${time} lang. Falls Sie ihn nicht angefordert haben, ignorieren Sie diese Mail: Ihr Passwort bleibt, wie es ist.`,
    verifySubject: (organization) => `E-Mail-Adresse für ${organization} bestätigen`,
    verifyLead: (organization) => `bestätigen Sie, dass diese Adresse bei ${organization} Ihre ist:`,
    verifyNote: (time) =>
      `Der Link funktioniert einmal, ${time} lang. Falls Sie dort kein Konto haben, ignorieren Sie diese Mail.`,
  },
  fr: {
    hello: 'Bonjour,',
    helloName: (name) => `Bonjour ${name},`,
    invitationSubject: (organization) => `Votre invitation à ${organization}`,
    invitationLead: (organization) =>
      `vous êtes invité à rejoindre ${organization}. Choisissez un mot de passe pour vous connecter :`,
    invitationNote: (days) =>
      `Le lien fonctionne une seule fois, pendant ${days} jours. Si vous n’attendiez pas ce message, ignorez-le.`,
    signInSubject: (organization) => `Se connecter à ${organization}`,
    signInLead: (organization) => `ce lien vous connecte à ${organization} :`,
    signInNote: (time) =>
      `Le lien fonctionne une seule fois, pendant ${time}. Si vous ne l’avez pas demandé, ignorez ce message et ne donnez le lien à personne.`,
    resetSubject: (organization) => `Choisir un nouveau mot de passe pour ${organization}`,
    resetLead: (organization) =>
      `quelqu’un, vous sans doute, a demandé un nouveau mot de passe pour ${organization}. Choisissez-le ici :`,
    resetNote: (time) =>
      `Le lien fonctionne une seule fois, pendant ${time}. Si vous ne l’avez pas demandé, ignorez ce message : votre mot de passe reste le même.`,
    verifySubject: (organization) => `Confirmez votre adresse e-mail pour ${organization}`,
    verifyLead: (organization) => `confirmez que cette adresse est bien la vôtre chez ${organization} :`,
    verifyNote: (time) =>
      `Le lien fonctionne une seule fois, pendant ${time}. Si vous n’y avez pas de compte, ignorez ce message.`,
  },
});
