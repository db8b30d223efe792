import { catalogue } from '../../../platform/pages/catalogue.ts';

export const recoveryCodeTexts = catalogue({
  en: {
    copy: 'Copy',
    download: 'Download',
    copied: 'Copied',
    failed: 'Your browser did not allow copying. Select the codes and copy them.',
    file: (organization: string) => `Recovery codes for ${organization}`,
  },
  de: {
    copy: 'Kopieren',
    download: 'Herunterladen',
    copied: 'Kopiert',
    failed: 'Ihr Browser hat das Kopieren nicht erlaubt. Markieren und kopieren Sie die Codes.',
    file: (organization) => `Wiederherstellungscodes für ${organization}`,
  },
  fr: {
    copy: 'Copier',
    download: 'Télécharger',
    copied: 'Copié',
    failed: 'Votre navigateur n’a pas autorisé la copie. Sélectionnez les codes et copiez-les.',
    file: (organization) => `Codes de récupération pour ${organization}`,
  },
});
