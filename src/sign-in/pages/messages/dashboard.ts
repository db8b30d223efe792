import { catalogue } from '../../../platform/pages/catalogue.ts';

export const dashboardTexts = catalogue({
  en: {
    name: 'the dashboard',
    commandLine: 'the command line',
    title: 'Which organization?',
    lead: 'Choose the organization whose dashboard you want to open.',
    test: 'Test data',
    or: 'or',
    id: 'Organization ID',
    hint: 'Your administrator knows it. It begins with org_.',
    next: 'Next',
    operator:
      'Did you start this service yourself? Run “make dashboard”. It prints a link that signs you in. Before the first sign-in, start the service again instead.',
  },
  de: {
    name: 'dem Dashboard',
    commandLine: 'der Befehlszeile',
    title: 'Welche Organisation?',
    lead: 'Wählen Sie die Organisation, deren Dashboard Sie öffnen möchten.',
    test: 'Testdaten',
    or: 'oder',
    id: 'ID der Organisation',
    hint: 'Ihr Administrator kennt sie. Sie beginnt mit org_.',
    next: 'Weiter',
    operator:
      'Haben Sie diesen Dienst selbst gestartet? Führen Sie „make dashboard“ aus. Der Befehl gibt einen Link aus, der Sie anmeldet. Vor der ersten Anmeldung starten Sie den Dienst stattdessen neu.',
  },
  fr: {
    name: 'le tableau de bord',
    commandLine: 'la ligne de commande',
    title: 'Quelle organisation ?',
    lead: 'Choisissez l’organisation dont vous voulez ouvrir le tableau de bord.',
    test: 'Données de test',
    or: 'ou',
    id: 'ID de l’organisation',
    hint: 'Votre administrateur le connaît. Il commence par org_.',
    next: 'Suivant',
    operator:
      'Avez-vous démarré ce service vous-même ? Exécutez « make dashboard ». La commande affiche un lien qui vous connecte. Avant la première connexion, redémarrez plutôt le service.',
  },
});
