import { catalogue } from '../../../platform/pages/catalogue.ts';

export const previewTexts = catalogue({
  en: { title: 'This branding can’t be saved' },
  de: { title: 'Dieses Branding kann nicht gespeichert werden' },
  fr: { title: 'Cette identité visuelle ne peut pas être enregistrée' },
});
