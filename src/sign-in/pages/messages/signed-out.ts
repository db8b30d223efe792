import { catalogue } from '../../../platform/pages/catalogue.ts';

export const signedOutTexts = catalogue({
  en: {
    title: 'You are signed out',
    advice:
      'On a shared device, close all browser windows as well: other applications may still be open there.',
    again: 'Sign in again',
  },
  de: {
    title: 'Sie sind abgemeldet',
    advice:
      'Schließen Sie an einem gemeinsam genutzten Gerät auch alle Browserfenster: Andere Anwendungen können dort noch geöffnet sein.',
    again: 'Erneut anmelden',
  },
  fr: {
    title: 'Vous êtes déconnecté',
    advice:
      'Sur un appareil partagé, fermez aussi toutes les fenêtres du navigateur : d’autres applications peuvent y être encore ouvertes.',
    again: 'Se reconnecter',
  },
});
