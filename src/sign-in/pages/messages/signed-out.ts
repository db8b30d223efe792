import { catalogue } from '../../../platform/pages/catalogue.ts';

export const signedOutTexts = catalogue({
  en: {
    title: 'You’re signed out',
    advice: 'On a shared device, also close all browser windows. Other apps may still be open there.',
    again: 'Sign in again',
  },
  de: {
    title: 'Sie sind abgemeldet',
    advice:
      'Schließen Sie auf einem gemeinsam genutzten Gerät auch alle Browserfenster. Andere Apps können dort noch geöffnet sein.',
    again: 'Erneut anmelden',
  },
  fr: {
    title: 'Vous êtes déconnecté',
    advice:
      'Sur un appareil partagé, fermez aussi toutes les fenêtres du navigateur. D’autres applications peuvent y être encore ouvertes.',
    again: 'Se reconnecter',
  },
});
