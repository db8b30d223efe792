export const texts = {
  name: 'Keyward',
  navigation: 'Sections',
  skip: 'Skip to the content',
  search: 'Search',
  menu: 'Menu',
  environment: 'Environment',
  live: 'Live',
  test: 'Test',
  testBand: 'You work with test data.',
  signOut: 'Sign out',
  account: 'Your account',
  reference: 'API reference',
  light: 'Light',
  dark: 'Dark',
  auto: 'Like the system',
  appearance: 'Appearance',
  organizations: 'Organizations',
  loading: 'Loading',
  signingIn: 'Leading you to the sign-in …',
  firstRun: {
    waiting: 'Opening the dashboard …',
    again:
      'A link works once, for 15 minutes. Start the service again, or run make dashboard, for a new one.',
  },
  noRights: {
    title: 'You have no rights here yet',
    text: 'Your account has the role MEMBER. An owner can give you another role under Users.',
  },
  notFound: {
    title: 'There is no such page',
    text: 'The address is wrong, or what it named was deleted.',
    home: 'To the overview',
  },
  proof: {
    title: 'Confirm that it is you',
    recent:
      'This act needs a sign-in of the last five minutes. A new window opens. What you entered here stays.',
    ended: 'Your session has ended. Sign in again in a new window. What you entered here stays.',
    policy:
      'A policy of your organization asks for another proof. A new window opens. What you entered here stays.',
    go: 'Sign in again',
    done: 'Done. You can close this window.',
  },
  otherUser: {
    title: 'Another user has signed in',
    now: (name: string) => `You are now signed in as ${name}.`,
    text: 'This page was opened by another user, and sends nothing more. If you continue, the page is loaded again, and what you entered here is lost.',
    go: (name: string) => `Continue as ${name}`,
  },
  palette: {
    placeholder: 'Search for a section, a name or an id',
    nothing: 'Nothing found',
    sections: 'Sections',
    resources: 'Resources',
  },
} as const;
