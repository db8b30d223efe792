import { catalogue } from '../../../platform/pages/catalogue.ts';

export const answerTexts = catalogue({
  en: {
    answerTitle: (client: string) => `Back to ${client}`,
    answerOpens: (client: string) => `Opening ${client}`,
    answerIntro: 'If you aren’t redirected automatically, select Continue.',
    answerNext: 'Continue',
  },
  de: {
    answerTitle: (client: string) => `Zurück zu ${client}`,
    answerOpens: (client: string) => `${client} wird geöffnet`,
    answerIntro: 'Wenn Sie nicht automatisch weitergeleitet werden, wählen Sie „Weiter“.',
    answerNext: 'Weiter',
  },
  fr: {
    answerTitle: (client: string) => `Retour à ${client}`,
    answerOpens: (client: string) => `Ouverture de ${client}`,
    answerIntro: 'Si vous n’êtes pas redirigé automatiquement, sélectionnez « Continuer ».',
    answerNext: 'Continuer',
  },
});
