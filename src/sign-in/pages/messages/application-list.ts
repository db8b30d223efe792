import { catalogue } from '../../../platform/pages/catalogue.ts';

export const applicationListTexts = catalogue({
  en: {
    title: 'Your apps',
    search: 'Find an app',
    find: 'Search',
    all: 'Show all apps',
    none: 'No app with this name.',
    more: 'The list shows the first 100 apps. To find others, search for their name.',
    notOpened: 'This app can’t be opened from here. Open the app itself, or contact your administrator.',
    notAllowed: 'You don’t have access to this app. Contact your administrator.',
    notNamed:
      'This app needs information that your account doesn’t have, such as a verified email address. Contact your administrator.',
    tooLong: 'Your account is in more groups than this app can receive. Contact your administrator.',
  },
  de: {
    title: 'Ihre Apps',
    search: 'App suchen',
    find: 'Suchen',
    all: 'Alle Apps anzeigen',
    none: 'Keine App mit diesem Namen.',
    more: 'Die Liste zeigt die ersten 100 Apps. Suchen Sie weitere nach ihrem Namen.',
    notOpened:
      'Diese App kann nicht von hier geöffnet werden. Öffnen Sie die App selbst oder wenden Sie sich an Ihre Administration.',
    notAllowed: 'Sie haben keinen Zugriff auf diese App. Wenden Sie sich an Ihre Administration.',
    notNamed:
      'Diese App braucht eine Angabe, die in Ihrem Konto fehlt, zum Beispiel eine bestätigte E-Mail-Adresse. Wenden Sie sich an Ihre Administration.',
    tooLong:
      'Ihr Konto ist in mehr Gruppen, als diese App empfangen kann. Wenden Sie sich an Ihre Administration.',
  },
  fr: {
    title: 'Vos applications',
    search: 'Trouver une application',
    find: 'Rechercher',
    all: 'Afficher toutes les applications',
    none: 'Aucune application ne porte ce nom.',
    more: 'La liste montre les 100 premières applications. Pour en trouver d’autres, recherchez leur nom.',
    notOpened:
      'Cette application ne peut pas être ouverte d’ici. Ouvrez l’application elle-même ou contactez votre administrateur.',
    notAllowed: 'Vous n’avez pas accès à cette application. Contactez votre administrateur.',
    notNamed:
      'Cette application a besoin d’une information qui manque dans votre compte, par exemple une adresse e-mail vérifiée. Contactez votre administrateur.',
    tooLong:
      'Votre compte appartient à plus de groupes que cette application ne peut en recevoir. Contactez votre administrateur.',
  },
});
