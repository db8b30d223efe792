import { catalogue } from '../../../platform/pages/catalogue.ts';

/** Labels of the claims that the consent page shows with their values. An email address or a phone number needs none. */
export const claimNames = catalogue({
  en: {
    name: 'Name',
    nickname: 'Nickname',
    preferred_username: 'Username',
    picture: 'Picture',
    profile: 'Profile page',
    website: 'Website',
    gender: 'Gender',
    birthdate: 'Date of birth',
    zoneinfo: 'Time zone',
    locale: 'Language',
  },
  de: {
    name: 'Name',
    nickname: 'Spitzname',
    preferred_username: 'Benutzername',
    picture: 'Bild',
    profile: 'Profilseite',
    website: 'Website',
    gender: 'Geschlecht',
    birthdate: 'Geburtsdatum',
    zoneinfo: 'Zeitzone',
    locale: 'Sprache',
  },
  fr: {
    name: 'Nom',
    nickname: 'Surnom',
    preferred_username: 'Nom d’utilisateur',
    picture: 'Photo',
    profile: 'Page de profil',
    website: 'Site web',
    gender: 'Genre',
    birthdate: 'Date de naissance',
    zoneinfo: 'Fuseau horaire',
    locale: 'Langue',
  },
});
