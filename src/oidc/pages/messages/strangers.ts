import { catalogue } from '../../../platform/pages/catalogue.ts';

/** Texts about applications that no administrator has made. */
export const strangerTexts = catalogue({
  en: {
    unchecked:
      'Your organization hasn’t checked this app. Allow it only if you started it yourself and trust it.',
    hostOfApp: (host: string) => `The app comes from ${host}.`,
    backToHost: (host: string) => `Your answer goes to ${host}.`,
    backToComputer:
      'Your answer goes to a program on this computer. Any program here can pretend to be this app.',
    problemTitle: 'This app can’t be opened',
    problemIntro:
      'The app describes itself at a web address. That description can’t be used, so you weren’t sent back to the app.',
    problemHelp: 'You can’t fix this yourself. Tell the app’s support what this page says.',
    problemField: (field: string) => `Field: ${field}`,
    NOT_HTTPS: 'The address doesn’t start with https.',
    NO_PATH: 'The address has no path after its host.',
    FRAGMENT: 'The address has a fragment, which is a part that begins with #.',
    DOT_SEGMENTS: 'The address has parts such as . or .. in its path.',
    USER_INFORMATION: 'The address has a username or a password in it.',
    UNUSUAL_FORM:
      'The address isn’t written in its usual form, such as a host in lowercase without the port 443.',
    TOO_LONG: 'The address is too long.',
    HOST_NOT_ALLOWED: 'Your organization doesn’t allow apps from this host. Your administrator can allow it.',
    UNREACHABLE: 'The host of the app couldn’t be reached. Try again later.',
    PRIVATE_ADDRESS: 'The host of the app isn’t on the public internet.',
    TOO_SLOW: 'The host of the app didn’t answer in time. Try again later.',
    TOO_LARGE: 'The description is larger than 5 KB.',
    REDIRECTED: 'The host sent us to another address, and we don’t follow it.',
    STATUS: 'The host didn’t find the description, or answered with an error.',
    NOT_JSON: 'The description isn’t unambiguous JSON, or isn’t marked as JSON.',
    OTHER_CLIENT_ID: 'The description names another app than the one that sent you here.',
    SECRET: 'The description contains a secret, which everybody can read.',
    METHOD: 'The app wants to sign in with a method that we don’t accept, such as a shared secret.',
    KEYS: 'The keys of the app are missing, aren’t public keys, or can’t be read.',
    NO_REDIRECTS: 'The description names no address to send you back to, or too many.',
    REDIRECT: 'An address to send you back to isn’t allowed.',
    LOOPBACK:
      'The app runs on your computer, and your organization doesn’t allow such apps. Your administrator can allow them.',
    GRANTS: 'The app doesn’t ask for a sign-in with a code, which is the only way that we offer.',
    FIELD: 'A field of the description has a value that we don’t support.',
    NO_ROOM:
      'Your organization uses as many apps of this kind as it can. Your administrator can remove some.',
  },
  de: {
    unchecked:
      'Ihre Organisation hat diese App nicht geprüft. Lassen Sie sie nur zu, wenn Sie sie selbst gestartet haben und ihr vertrauen.',
    hostOfApp: (host: string) => `Die App kommt von ${host}.`,
    backToHost: (host: string) => `Ihre Antwort geht an ${host}.`,
    backToComputer:
      'Ihre Antwort geht an ein Programm auf diesem Computer. Jedes Programm hier kann sich als diese App ausgeben.',
    problemTitle: 'Diese App lässt sich nicht öffnen',
    problemIntro:
      'Die App beschreibt sich an einer Webadresse. Diese Beschreibung ist nicht verwendbar. Deshalb wurden Sie nicht zur App zurückgeleitet.',
    problemHelp:
      'Sie selbst können das nicht beheben. Teilen Sie dem Support der App mit, was auf dieser Seite steht.',
    problemField: (field: string) => `Feld: ${field}`,
    NOT_HTTPS: 'Die Adresse beginnt nicht mit https.',
    NO_PATH: 'Die Adresse hat keinen Pfad nach dem Host.',
    FRAGMENT: 'Die Adresse hat ein Fragment, also einen Teil, der mit # beginnt.',
    DOT_SEGMENTS: 'Die Adresse hat Teile wie . oder .. in ihrem Pfad.',
    USER_INFORMATION: 'Die Adresse enthält einen Benutzernamen oder ein Passwort.',
    UNUSUAL_FORM:
      'Die Adresse hat nicht die übliche Form, zum Beispiel einen kleingeschriebenen Host ohne den Port 443.',
    TOO_LONG: 'Die Adresse ist zu lang.',
    HOST_NOT_ALLOWED:
      'Ihre Organisation lässt keine Apps von diesem Host zu. Ihre Administration kann ihn zulassen.',
    UNREACHABLE: 'Der Host der App ist nicht erreichbar. Versuchen Sie es später erneut.',
    PRIVATE_ADDRESS: 'Der Host der App ist nicht im öffentlichen Internet.',
    TOO_SLOW: 'Der Host der App hat nicht rechtzeitig geantwortet. Versuchen Sie es später erneut.',
    TOO_LARGE: 'Die Beschreibung ist größer als 5 KB.',
    REDIRECTED: 'Der Host hat auf eine andere Adresse verwiesen, der wir nicht folgen.',
    STATUS: 'Der Host hat die Beschreibung nicht gefunden oder einen Fehler gemeldet.',
    NOT_JSON: 'Die Beschreibung ist kein eindeutiges JSON oder nicht als JSON gekennzeichnet.',
    OTHER_CLIENT_ID: 'Die Beschreibung nennt eine andere App als die, von der Sie kommen.',
    SECRET: 'Die Beschreibung enthält ein Geheimnis, das alle lesen können.',
    METHOD:
      'Die App möchte sich mit einer Methode anmelden, die wir nicht annehmen, zum Beispiel mit einem gemeinsamen Geheimnis.',
    KEYS: 'Die Schlüssel der App fehlen, sind nicht öffentlich oder lassen sich nicht lesen.',
    NO_REDIRECTS: 'Die Beschreibung nennt keine Adresse für Ihre Rückkehr oder zu viele.',
    REDIRECT: 'Eine Adresse für Ihre Rückkehr ist nicht erlaubt.',
    LOOPBACK:
      'Die App läuft auf Ihrem Computer, und Ihre Organisation lässt solche Apps nicht zu. Ihre Administration kann sie zulassen.',
    GRANTS: 'Die App fragt nicht nach einer Anmeldung mit einem Code. Nur diese bieten wir an.',
    FIELD: 'Ein Feld der Beschreibung hat einen Wert, den wir nicht unterstützen.',
    NO_ROOM:
      'Ihre Organisation verwendet so viele Apps dieser Art, wie sie kann. Ihre Administration kann welche entfernen.',
  },
  fr: {
    unchecked:
      'Votre organisation n’a pas vérifié cette application. Ne l’autorisez que si vous l’avez lancée vous-même et lui faites confiance.',
    hostOfApp: (host: string) => `L’application vient de ${host}.`,
    backToHost: (host: string) => `Votre réponse est envoyée à ${host}.`,
    backToComputer:
      'Votre réponse est envoyée à un programme sur cet ordinateur. Tout programme ici peut se faire passer pour cette application.',
    problemTitle: 'Impossible d’ouvrir cette application',
    problemIntro:
      'L’application se décrit à une adresse web. Cette description est inutilisable. Vous n’avez donc pas été renvoyé vers l’application.',
    problemHelp:
      'Vous ne pouvez pas corriger ce problème vous-même. Indiquez à l’assistance de l’application ce que dit cette page.',
    problemField: (field: string) => `Champ : ${field}`,
    NOT_HTTPS: 'L’adresse ne commence pas par https.',
    NO_PATH: 'L’adresse n’a pas de chemin après son hôte.',
    FRAGMENT: 'L’adresse a un fragment, c’est-à-dire une partie qui commence par #.',
    DOT_SEGMENTS: 'L’adresse a des parties comme . ou .. dans son chemin.',
    USER_INFORMATION: 'L’adresse contient un nom d’utilisateur ou un mot de passe.',
    UNUSUAL_FORM:
      'L’adresse n’a pas la forme habituelle, par exemple un hôte en minuscules sans le port 443.',
    TOO_LONG: 'L’adresse est trop longue.',
    HOST_NOT_ALLOWED:
      'Votre organisation n’autorise pas les applications de cet hôte. Votre administration peut l’autoriser.',
    UNREACHABLE: 'L’hôte de l’application est injoignable. Réessayez plus tard.',
    PRIVATE_ADDRESS: 'L’hôte de l’application n’est pas sur l’internet public.',
    TOO_SLOW: 'L’hôte de l’application n’a pas répondu à temps. Réessayez plus tard.',
    TOO_LARGE: 'La description dépasse 5 Ko.',
    REDIRECTED: 'L’hôte nous a renvoyés vers une autre adresse, et nous ne la suivons pas.',
    STATUS: 'L’hôte n’a pas trouvé la description, ou a répondu par une erreur.',
    NOT_JSON: 'La description n’est pas du JSON sans ambiguïté, ou n’est pas marquée comme JSON.',
    OTHER_CLIENT_ID: 'La description nomme une autre application que celle d’où vous venez.',
    SECRET: 'La description contient un secret que tout le monde peut lire.',
    METHOD:
      'L’application veut s’authentifier par une méthode que nous n’acceptons pas, par exemple un secret partagé.',
    KEYS: 'Les clés de l’application manquent, ne sont pas publiques ou ne peuvent pas être lues.',
    NO_REDIRECTS: 'La description n’indique aucune adresse de retour, ou en indique trop.',
    REDIRECT: 'Une adresse de retour n’est pas autorisée.',
    LOOPBACK:
      'L’application s’exécute sur votre ordinateur, et votre organisation n’autorise pas ces applications. Votre administration peut les autoriser.',
    GRANTS: 'L’application ne demande pas de connexion par code, la seule que nous proposons.',
    FIELD: 'Un champ de la description a une valeur que nous ne prenons pas en charge.',
    NO_ROOM:
      'Votre organisation utilise autant d’applications de ce type que possible. Votre administration peut en retirer.',
  },
});
