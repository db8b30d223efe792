import { catalogue } from '../catalogue.ts';

export const errorTexts = catalogue({
  en: {
    code: 'Error code',
    badRequestTitle: 'That did not work',
    badRequest:
      'The address or the form was not complete. Go back to the application you came from and start again.',
    notFoundTitle: 'Page not found',
    notFound:
      'The address is not complete, or the page is gone. Go back to the application you came from and start again.',
    forbiddenTitle: 'Not allowed',
    forbidden: 'You are not allowed to see this page.',
    crossSiteTitle: 'Sent from another site',
    crossSite:
      'For your protection we accept this form only from our own page. Go back and open the page again.',
    plainTitle: 'Connection not secure',
    plain: 'This page needs a secure connection. Use an address that starts with https.',
    tooManyTitle: 'Too many requests',
    tooMany: 'There were too many requests from your network. Wait a minute, then try again.',
    busyTitle: 'Not available right now',
    busy: 'We cannot answer at the moment. Wait a few seconds, then reload the page.',
    faultTitle: 'Something went wrong',
    fault: 'The fault is ours. Try again; if it stays, pass on the request ID below to those who help you.',
    expiredTitle: 'This page has expired',
    expired:
      'It was begun in another window, or too long ago. Go back to the application you came from and start again.',
    otherTitle: 'That did not work',
    other: 'Go back to the application you came from and start again.',
  },
  de: {
    code: 'Fehlercode',
    badRequestTitle: 'Das hat nicht geklappt',
    badRequest:
      'Die Adresse oder das Formular war nicht vollständig. Gehen Sie zurück zur Anwendung, von der Sie kamen, und beginnen Sie von vorn.',
    notFoundTitle: 'Seite nicht gefunden',
    notFound:
      'Die Adresse ist nicht vollständig, oder die Seite gibt es nicht mehr. Gehen Sie zurück zur Anwendung, von der Sie kamen, und beginnen Sie von vorn.',
    forbiddenTitle: 'Nicht erlaubt',
    forbidden: 'Sie dürfen diese Seite nicht sehen.',
    crossSiteTitle: 'Von einer fremden Seite gesendet',
    crossSite:
      'Zu Ihrem Schutz nehmen wir dieses Formular nur von unserer eigenen Seite an. Gehen Sie zurück und öffnen Sie die Seite erneut.',
    plainTitle: 'Verbindung nicht sicher',
    plain: 'Diese Seite braucht eine sichere Verbindung. Benutzen Sie eine Adresse, die mit https beginnt.',
    tooManyTitle: 'Zu viele Anfragen',
    tooMany: 'Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es erneut.',
    busyTitle: 'Zurzeit nicht verfügbar',
    busy: 'Wir können gerade nicht antworten. Warten Sie einige Sekunden und laden Sie die Seite neu.',
    faultTitle: 'Etwas ist schiefgegangen',
    fault:
      'Der Fehler liegt bei uns. Versuchen Sie es erneut; bleibt er, geben Sie die Anfrage-ID unten an Ihre Betreuung weiter.',
    expiredTitle: 'Diese Seite ist abgelaufen',
    expired:
      'Sie wurde in einem anderen Fenster oder vor zu langer Zeit begonnen. Gehen Sie zurück zur Anwendung, von der Sie kamen, und beginnen Sie von vorn.',
    otherTitle: 'Das hat nicht geklappt',
    other: 'Gehen Sie zurück zur Anwendung, von der Sie kamen, und beginnen Sie von vorn.',
  },
  fr: {
    code: 'Code d’erreur',
    badRequestTitle: 'Cela n’a pas fonctionné',
    badRequest:
      'L’adresse ou le formulaire était incomplet. Revenez à l’application d’où vous venez et recommencez.',
    notFoundTitle: 'Page introuvable',
    notFound:
      'L’adresse est incomplète ou la page n’existe plus. Revenez à l’application d’où vous venez et recommencez.',
    forbiddenTitle: 'Non autorisé',
    forbidden: 'Vous n’êtes pas autorisé à voir cette page.',
    crossSiteTitle: 'Envoyé depuis un autre site',
    crossSite:
      'Pour votre protection, nous n’acceptons ce formulaire que depuis notre propre page. Revenez en arrière et rouvrez la page.',
    plainTitle: 'Connexion non sécurisée',
    plain: 'Cette page exige une connexion sécurisée. Utilisez une adresse qui commence par https.',
    tooManyTitle: 'Trop de requêtes',
    tooMany: 'Trop de requêtes sont venues de votre réseau. Attendez une minute, puis réessayez.',
    busyTitle: 'Indisponible pour le moment',
    busy: 'Nous ne pouvons pas répondre actuellement. Attendez quelques secondes, puis rechargez la page.',
    faultTitle: 'Une erreur est survenue',
    fault:
      'L’erreur vient de nous. Réessayez ; si elle persiste, transmettez l’ID de la requête ci-dessous à votre assistance.',
    expiredTitle: 'Cette page a expiré',
    expired:
      'Elle a été commencée dans une autre fenêtre ou il y a trop longtemps. Revenez à l’application d’où vous venez et recommencez.',
    otherTitle: 'Cela n’a pas fonctionné',
    other: 'Revenez à l’application d’où vous venez et recommencez.',
  },
});
