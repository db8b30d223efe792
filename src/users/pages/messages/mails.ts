import { catalogue } from '../../../platform/pages/catalogue.ts';

/** The texts of mails with a link. */
export const mailTexts = catalogue({
  en: {
    hello: 'Hello,',
    helloName: (name: string) => `Hello ${name},`,
    invitationSubject: (organization: string) => `Your invitation to ${organization}`,
    invitationLead: (organization: string) =>
      `You’re invited to join ${organization}. To accept, choose a password:`,
    invitationNote: (days: number) =>
      `This link works once and expires in ${days === 1 ? '1 day' : `${days} days`}. If you didn’t expect this email, you can ignore it.`,
    signInSubject: (organization: string) => `Sign in to ${organization}`,
    signInLead: (organization: string) => `Use this link to sign in to ${organization}:`,
    signInNote: (time: string) =>
      `This link works once and expires in ${time}. If you didn’t ask for it, you can ignore this email. Don’t share the link with anyone.`,
    resetSubject: (organization: string) => `Reset your password for ${organization}`,
    resetLead: (organization: string) =>
      `Someone (hopefully you) asked to reset your password for ${organization}. Choose a new password:`,
    resetNote: (time: string) =>
      `This link works once and expires in ${time}. If you didn’t ask for it, you can ignore this email. Your password won’t change.`,
    verifySubject: (organization: string) => `Confirm your email address for ${organization}`,
    verifyLead: (organization: string) => `Confirm that this is your email address at ${organization}:`,
    verifyNote: (time: string) =>
      `This link works once and expires in ${time}. If you don’t have an account there, you can ignore this email.`,
    createSubject: (organization: string) => `Create your account at ${organization}`,
    createLead: (organization: string) =>
      `Someone (hopefully you) asked to create an account at ${organization} with this email address. To create it, choose a password:`,
    createNote: (time: string) =>
      `This link works once and expires in ${time}. If you didn’t ask for it, you can ignore this email. No account is created.`,
    hasAccountSubject: (organization: string) => `You already have an account at ${organization}`,
    hasAccountLead: (organization: string) =>
      `Someone (hopefully you) asked to create an account at ${organization}, but you already have one. Sign in here:`,
    hasAccountNote:
      'If you don’t know your password, you can reset it there. If you didn’t ask for this, you can ignore this email.',
    companySubject: (organization: string) => `Sign in to ${organization}`,
    companyLead: (organization: string, company: string) =>
      `Your organization signs you in to ${organization} with ${company}, so you don’t need a password or a link by email. Sign in here:`,
    companyNote: 'If you didn’t ask for this, you can ignore this email.',
  },
  de: {
    hello: 'Guten Tag,',
    helloName: (name) => `Guten Tag ${name},`,
    invitationSubject: (organization) => `Ihre Einladung zu ${organization}`,
    invitationLead: (organization) =>
      `Sie sind zu ${organization} eingeladen. Wählen Sie ein Passwort, um die Einladung anzunehmen:`,
    invitationNote: (days) =>
      `Der Link funktioniert einmal, ${days === 1 ? '1 Tag' : `${days} Tage`} lang. Wenn Sie diese E-Mail nicht erwartet haben, können Sie sie ignorieren.`,
    signInSubject: (organization) => `Bei ${organization} anmelden`,
    signInLead: (organization) => `mit diesem Link melden Sie sich bei ${organization} an:`,
    signInNote: (time) =>
      `Der Link funktioniert einmal, ${time} lang. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren. Geben Sie den Link niemandem weiter.`,
    resetSubject: (organization) => `Passwort für ${organization} zurücksetzen`,
    resetLead: (organization) =>
      `jemand (hoffentlich Sie) hat angefordert, Ihr Passwort für ${organization} zurückzusetzen. Wählen Sie ein neues Passwort:`,
    resetNote: (time) =>
      `Der Link funktioniert einmal, ${time} lang. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt unverändert.`,
    verifySubject: (organization) => `E-Mail-Adresse für ${organization} bestätigen`,
    verifyLead: (organization) => `bestätigen Sie, dass dies Ihre E-Mail-Adresse bei ${organization} ist:`,
    verifyNote: (time) =>
      `Der Link funktioniert einmal, ${time} lang. Wenn Sie dort kein Konto haben, können Sie diese E-Mail ignorieren.`,
    createSubject: (organization) => `Ihr Konto bei ${organization} erstellen`,
    createLead: (organization) =>
      `jemand (hoffentlich Sie) möchte mit dieser E-Mail-Adresse ein Konto bei ${organization} erstellen. Wählen Sie dafür ein Passwort:`,
    createNote: (time) =>
      `Der Link funktioniert einmal, ${time} lang. Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren. Es wird kein Konto erstellt.`,
    hasAccountSubject: (organization) => `Sie haben schon ein Konto bei ${organization}`,
    hasAccountLead: (organization) =>
      `jemand (hoffentlich Sie) wollte ein Konto bei ${organization} erstellen. Sie haben dort schon eines. Hier melden Sie sich an:`,
    hasAccountNote:
      'Wenn Sie Ihr Passwort nicht mehr wissen, können Sie es dort zurücksetzen. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
    companySubject: (organization) => `Bei ${organization} anmelden`,
    companyLead: (organization, company) =>
      `Ihre Organisation meldet Sie bei ${organization} mit ${company} an. Sie brauchen kein Passwort und keinen Link per E-Mail. Hier melden Sie sich an:`,
    companyNote: 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  },
  fr: {
    hello: 'Bonjour,',
    helloName: (name) => `Bonjour ${name},`,
    invitationSubject: (organization) => `Votre invitation à rejoindre ${organization}`,
    invitationLead: (organization) =>
      `Vous êtes invité à rejoindre ${organization}. Pour accepter, choisissez un mot de passe :`,
    invitationNote: (days) =>
      `Ce lien fonctionne une seule fois et expire dans ${days === 1 ? '1 jour' : `${days} jours`}. Si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.`,
    signInSubject: (organization) => `Se connecter à ${organization}`,
    signInLead: (organization) => `Utilisez ce lien pour vous connecter à ${organization} :`,
    signInNote: (time) =>
      `Ce lien fonctionne une seule fois et expire dans ${time}. Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail. Ne donnez le lien à personne.`,
    resetSubject: (organization) => `Réinitialiser votre mot de passe pour ${organization}`,
    resetLead: (organization) =>
      `Quelqu’un (vous, nous l’espérons) a demandé à réinitialiser votre mot de passe pour ${organization}. Choisissez un nouveau mot de passe :`,
    resetNote: (time) =>
      `Ce lien fonctionne une seule fois et expire dans ${time}. Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail. Votre mot de passe ne changera pas.`,
    verifySubject: (organization) => `Confirmez votre adresse e-mail pour ${organization}`,
    verifyLead: (organization) =>
      `Confirmez qu’il s’agit bien de votre adresse e-mail chez ${organization} :`,
    verifyNote: (time) =>
      `Ce lien fonctionne une seule fois et expire dans ${time}. Si vous n’y avez pas de compte, vous pouvez ignorer cet e-mail.`,
    createSubject: (organization) => `Créer votre compte chez ${organization}`,
    createLead: (organization) =>
      `Quelqu’un (vous, nous l’espérons) a demandé à créer un compte chez ${organization} avec cette adresse e-mail. Pour le créer, choisissez un mot de passe :`,
    createNote: (time) =>
      `Ce lien fonctionne une seule fois et expire dans ${time}. Si vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail. Aucun compte ne sera créé.`,
    hasAccountSubject: (organization) => `Vous avez déjà un compte chez ${organization}`,
    hasAccountLead: (organization) =>
      `Quelqu’un (vous, nous l’espérons) a demandé à créer un compte chez ${organization}, mais vous en avez déjà un. Connectez-vous ici :`,
    hasAccountNote:
      'Si vous ne connaissez plus votre mot de passe, vous pouvez l’y réinitialiser. Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail.',
    companySubject: (organization) => `Se connecter à ${organization}`,
    companyLead: (organization, company) =>
      `Votre organisation vous connecte à ${organization} avec ${company}. Vous n’avez besoin ni de mot de passe ni de lien par e-mail. Connectez-vous ici :`,
    companyNote: 'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer cet e-mail.',
  },
});
