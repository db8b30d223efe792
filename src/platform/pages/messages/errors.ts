import { catalogue } from '../catalogue.ts';

export const errorTexts = catalogue({
  en: {
    code: 'Error code',
    badRequestTitle: 'That didn’t work',
    badRequest: 'The address or the form is incomplete. Go back to the app and start again.',
    notFoundTitle: 'Page not found',
    notFound: 'The address is incomplete, or the page no longer exists. Go back to the app and start again.',
    forbiddenTitle: 'Access denied',
    forbidden: 'You don’t have permission to view this page.',
    blockedTitle: 'Sign-in blocked',
    blocked:
      'Your organization doesn’t allow you to sign in here right now. Try again from your usual device and network, or contact your administrator and tell them the number below.',
    suspendedTitle: 'Organization suspended',
    suspended:
      'This organization is suspended. Ask its administrator. Administrators ask the operator of this site.',
    toApplication: 'Back to the app',
    crossSiteTitle: 'This form came from another site',
    crossSite:
      'For your security, we accept this form only from our own page. Go back and open the page again.',
    plainTitle: 'Connection not secure',
    plain: 'This page needs a secure connection. Use an address that starts with https.',
    tooLongTitle: 'That request is too long',
    tooLong:
      'The app sent more than we can read, or your browser has too many cookies of this site. Go back to the app and start again. If it happens again, delete the cookies of this site, or show this page to the administrator of the app.',
    tooManyTitle: 'Too many requests',
    tooMany: 'Too many requests came from your network. Wait a minute and try again.',
    busyTitle: 'Temporarily unavailable',
    busy: 'We can’t respond right now. Wait a few seconds and reload the page.',
    faultTitle: 'Something went wrong',
    fault:
      'The problem is on our side. Try again. If it keeps happening, contact support and include the request ID below.',
    expiredTitle: 'This page has expired',
    expired: 'It was opened in another window, or too long ago. Go back to the app and start again.',
    applicationTitle: 'The app isn’t set up correctly',
    application:
      'The app sent a sign-in request that we can’t accept. Show this page to the administrator of the app.',
    otherTitle: 'That didn’t work',
    other: 'Go back to the app and start again.',
  },
  de: {
    code: 'Fehlercode',
    badRequestTitle: 'Das hat nicht geklappt',
    badRequest:
      'Die Adresse oder das Formular ist unvollständig. Gehen Sie zurück zur App und beginnen Sie von vorn.',
    notFoundTitle: 'Seite nicht gefunden',
    notFound:
      'Die Adresse ist unvollständig, oder die Seite gibt es nicht mehr. Gehen Sie zurück zur App und beginnen Sie von vorn.',
    forbiddenTitle: 'Zugriff verweigert',
    forbidden: 'Sie sind nicht berechtigt, diese Seite zu sehen.',
    blockedTitle: 'Anmeldung blockiert',
    blocked:
      'Ihre Organisation lässt diese Anmeldung gerade nicht zu. Versuchen Sie es mit Ihrem gewohnten Gerät und Netzwerk noch einmal, oder wenden Sie sich mit der Nummer unten an Ihren Administrator.',
    suspendedTitle: 'Organisation gesperrt',
    suspended:
      'Diese Organisation ist gesperrt. Fragen Sie ihren Administrator. Administratoren fragen den Betreiber dieser Website.',
    toApplication: 'Zurück zur App',
    crossSiteTitle: 'Dieses Formular kam von einer anderen Website',
    crossSite:
      'Zu Ihrer Sicherheit nehmen wir dieses Formular nur von unserer eigenen Seite an. Gehen Sie zurück und öffnen Sie die Seite erneut.',
    plainTitle: 'Verbindung nicht sicher',
    plain: 'Diese Seite braucht eine sichere Verbindung. Verwenden Sie eine Adresse, die mit https beginnt.',
    tooLongTitle: 'Diese Anfrage ist zu lang',
    tooLong:
      'Die App hat mehr gesendet, als wir lesen können, oder Ihr Browser hat zu viele Cookies dieser Website. Gehen Sie zurück zur App und beginnen Sie von vorn. Wenn das wieder passiert, löschen Sie die Cookies dieser Website, oder zeigen Sie diese Seite der Person, die die App verwaltet.',
    tooManyTitle: 'Zu viele Anfragen',
    tooMany: 'Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es erneut.',
    busyTitle: 'Vorübergehend nicht verfügbar',
    busy: 'Wir können gerade nicht antworten. Warten Sie einige Sekunden und laden Sie die Seite neu.',
    faultTitle: 'Etwas ist schiefgegangen',
    fault:
      'Der Fehler liegt bei uns. Versuchen Sie es erneut. Wenn das wieder passiert, wenden Sie sich an den Support und nennen Sie die Anfrage-ID unten.',
    expiredTitle: 'Diese Seite ist abgelaufen',
    expired:
      'Sie wurde in einem anderen Fenster oder vor zu langer Zeit geöffnet. Gehen Sie zurück zur App und beginnen Sie von vorn.',
    applicationTitle: 'Die App ist nicht richtig eingerichtet',
    application:
      'Die App hat eine Anmeldeanfrage gesendet, die wir nicht annehmen können. Zeigen Sie diese Seite der Person, die die App verwaltet.',
    otherTitle: 'Das hat nicht geklappt',
    other: 'Gehen Sie zurück zur App und beginnen Sie von vorn.',
  },
  fr: {
    code: 'Code d’erreur',
    badRequestTitle: 'Cela n’a pas fonctionné',
    badRequest: 'L’adresse ou le formulaire est incomplet. Revenez à l’application et recommencez.',
    notFoundTitle: 'Page introuvable',
    notFound: 'L’adresse est incomplète ou la page n’existe plus. Revenez à l’application et recommencez.',
    forbiddenTitle: 'Accès refusé',
    forbidden: 'Vous n’êtes pas autorisé à voir cette page.',
    blockedTitle: 'Connexion bloquée',
    blocked:
      'Votre organisation n’autorise pas cette connexion pour le moment. Réessayez depuis votre appareil et votre réseau habituels, ou contactez votre administrateur en lui indiquant le numéro ci-dessous.',
    suspendedTitle: 'Organisation suspendue',
    suspended:
      'Cette organisation est suspendue. Contactez son administrateur. Les administrateurs contactent l’exploitant de ce site.',
    toApplication: 'Retour à l’application',
    crossSiteTitle: 'Ce formulaire vient d’un autre site',
    crossSite:
      'Pour votre sécurité, nous n’acceptons ce formulaire que depuis notre propre page. Revenez en arrière et rouvrez la page.',
    plainTitle: 'Connexion non sécurisée',
    plain: 'Cette page exige une connexion sécurisée. Utilisez une adresse qui commence par https.',
    tooLongTitle: 'Cette requête est trop longue',
    tooLong:
      'L’application a envoyé plus que ce que nous pouvons lire, ou votre navigateur a trop de cookies de ce site. Revenez à l’application et recommencez. Si cela se reproduit, supprimez les cookies de ce site ou montrez cette page à l’administrateur de l’application.',
    tooManyTitle: 'Trop de requêtes',
    tooMany: 'Trop de requêtes sont venues de votre réseau. Attendez une minute, puis réessayez.',
    busyTitle: 'Temporairement indisponible',
    busy: 'Nous ne pouvons pas répondre pour le moment. Attendez quelques secondes, puis rechargez la page.',
    faultTitle: 'Une erreur est survenue',
    fault:
      'Le problème vient de nous. Réessayez. S’il persiste, contactez l’assistance et indiquez l’ID de la requête ci-dessous.',
    expiredTitle: 'Cette page a expiré',
    expired:
      'Elle a été ouverte dans une autre fenêtre ou il y a trop longtemps. Revenez à l’application et recommencez.',
    applicationTitle: 'L’application n’est pas bien configurée',
    application:
      'L’application a envoyé une demande de connexion que nous ne pouvons pas accepter. Montrez cette page à l’administrateur de l’application.',
    otherTitle: 'Cela n’a pas fonctionné',
    other: 'Revenez à l’application et recommencez.',
  },
});
