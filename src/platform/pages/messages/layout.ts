import { catalogue } from '../catalogue.ts';

export const layoutTexts = catalogue({
  en: {
    help: 'Get help',
    requestId: 'Request ID',
    errorsAbove: 'Please check your entries',
    failed: 'Error',
    footer: 'Page information',
  },
  de: {
    help: 'Hilfe',
    requestId: 'Anfrage-ID',
    errorsAbove: 'Bitte prüfen Sie Ihre Angaben',
    failed: 'Fehler',
    footer: 'Seiteninformationen',
  },
  fr: {
    help: 'Obtenir de l’aide',
    requestId: 'ID de la requête',
    errorsAbove: 'Veuillez vérifier votre saisie',
    failed: 'Erreur',
    footer: 'Informations sur la page',
  },
});
