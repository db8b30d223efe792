import { catalogue } from '../../../platform/pages/catalogue.ts';

/** The texts of the list of agents on the account page. */
export const agentTexts = catalogue({
  en: {
    title: 'Connected agents',
    unchecked: 'You let these agents act for you. Your organization did not set them up.',
    soon: 'If you remove an agent, it gets no new access. Access that it already has can last for up to five minutes.',
    from: (host: string) => `From ${host}`,
    registered: 'Its name is not verified',
    approved: 'Approved by your organization',
    back: (hosts: string) => `Sends you to ${hosts}`,
    local: 'a program on this computer',
  },
  de: {
    title: 'Verbundene Agenten',
    unchecked: 'Sie lassen diese Agenten für Sie handeln. Ihre Organisation hat sie nicht eingerichtet.',
    soon: 'Wenn Sie einen Agenten entfernen, erhält er keinen neuen Zugriff. Zugriff, den er schon hat, kann noch bis zu fünf Minuten dauern.',
    from: (host) => `Von ${host}`,
    registered: 'Der Name ist nicht geprüft',
    approved: 'Von Ihrer Organisation freigegeben',
    back: (hosts) => `Leitet Sie weiter zu ${hosts}`,
    local: 'einem Programm auf diesem Computer',
  },
  fr: {
    title: 'Agents connectés',
    unchecked: 'Vous laissez ces agents agir pour vous. Votre organisation ne les a pas configurés.',
    soon: 'Si vous supprimez un agent, il n’obtient plus de nouvel accès. L’accès qu’il a déjà peut durer encore cinq minutes.',
    from: (host) => `De ${host}`,
    registered: 'Son nom n’est pas vérifié',
    approved: 'Approuvé par votre organisation',
    back: (hosts) => `Vous renvoie vers ${hosts}`,
    local: 'un programme sur cet ordinateur',
  },
});
