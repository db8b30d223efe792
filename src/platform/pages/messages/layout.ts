import { catalogue } from '../catalogue.ts';

export const layoutTexts = catalogue({
  en: {
    help: 'Get help',
    requestId: 'Request ID',
    failed: 'Error',
    footer: 'Page information',
  },
  de: {
    help: 'Hilfe',
    requestId: 'Anfrage-ID',
    failed: 'Fehler',
    footer: 'Seiteninformationen',
  },
  fr: {
    help: 'Obtenir de l’aide',
    requestId: 'ID de la requête',
    failed: 'Erreur',
    footer: 'Informations sur la page',
  },
});
