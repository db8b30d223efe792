import { catalogue } from '../../../platform/pages/catalogue.ts';

/** The advice for a password that breaks a rule of the organization, by the names of the rules. */
export const passwordRuleTexts = catalogue({
  en: {
    minLength: 'Use a longer password. A few unrelated words are easy to remember.',
    maxLength: 'Use a shorter password.',
    requireUppercase: 'Add an uppercase letter.',
    requireLowercase: 'Add a lowercase letter.',
    requireNumber: 'Add a number.',
    requireSymbol: 'Add a symbol, such as ! or #.',
    minCharacterTypes:
      'Mix more types of characters: uppercase letters, lowercase letters, numbers and symbols.',
    disallowCommon: 'This password is too common. Choose a different one.',
    disallowUserInfo: 'Don’t use your name or email address.',
    disallowRepetition: 'Don’t repeat the same characters or words.',
    customBlockedWords: 'Don’t use words that your organization doesn’t allow in passwords.',
    disallowBreached: 'This password appeared in a data breach. Choose a different one.',
    historyCount: 'You’ve used this password before. Choose a different one.',
  },
  de: {
    minLength: 'Wählen Sie ein längeres Passwort. Einige zufällige Wörter sind leicht zu merken.',
    maxLength: 'Wählen Sie ein kürzeres Passwort.',
    requireUppercase: 'Fügen Sie einen Großbuchstaben hinzu.',
    requireLowercase: 'Fügen Sie einen Kleinbuchstaben hinzu.',
    requireNumber: 'Fügen Sie eine Ziffer hinzu.',
    requireSymbol: 'Fügen Sie ein Sonderzeichen hinzu, zum Beispiel ! oder #.',
    minCharacterTypes:
      'Verwenden Sie mehr Arten von Zeichen: Großbuchstaben, Kleinbuchstaben, Ziffern und Sonderzeichen.',
    disallowCommon: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
    disallowUserInfo: 'Verwenden Sie weder Ihren Namen noch Ihre E-Mail-Adresse.',
    disallowRepetition: 'Wiederholen Sie nicht dieselben Zeichen oder Wörter.',
    customBlockedWords: 'Verwenden Sie keine Wörter, die Ihre Organisation in Passwörtern nicht erlaubt.',
    disallowBreached: 'Dieses Passwort war in einem Datenleck. Wählen Sie ein anderes.',
    historyCount: 'Sie haben dieses Passwort schon einmal verwendet. Wählen Sie ein anderes.',
  },
  fr: {
    minLength:
      'Choisissez un mot de passe plus long. Quelques mots sans rapport entre eux se retiennent facilement.',
    maxLength: 'Choisissez un mot de passe plus court.',
    requireUppercase: 'Ajoutez une lettre majuscule.',
    requireLowercase: 'Ajoutez une lettre minuscule.',
    requireNumber: 'Ajoutez un chiffre.',
    requireSymbol: 'Ajoutez un symbole, par exemple ! ou #.',
    minCharacterTypes:
      'Utilisez davantage de types de caractères : majuscules, minuscules, chiffres et symboles.',
    disallowCommon: 'Ce mot de passe est trop courant. Choisissez-en un autre.',
    disallowUserInfo: 'N’utilisez ni votre nom ni votre adresse e-mail.',
    disallowRepetition: 'Ne répétez pas les mêmes caractères ou les mêmes mots.',
    customBlockedWords: 'N’utilisez pas de mots que votre organisation interdit dans les mots de passe.',
    disallowBreached: 'Ce mot de passe figure dans une fuite de données. Choisissez-en un autre.',
    historyCount: 'Vous avez déjà utilisé ce mot de passe. Choisissez-en un autre.',
  },
});
