/** The life cycle of a user. */
export const texts = {
  more: 'More',
  reinvite: {
    action: 'Send the invitation again',
    title: (name: string) => `Send ${name} a new invitation?`,
    text: 'The link of the last e-mail stops working. The new one works once and for seven days. The service sends at most one e-mail a minute.',
    said: 'The invitation was sent.',
  },
  suspend: {
    action: 'Suspend',
    title: (name: string) => `Suspend ${name}?`,
    text: 'The user is signed out everywhere and cannot sign in. Nothing is lost: profile, groups, roles and factors stay, and you can reactivate the user.',
    said: 'The user was suspended.',
  },
  selected: {
    suspend: (count: number) => `Suspend ${count} ${count === 1 ? 'user' : 'users'}?`,
    reactivate: (count: number) => `Reactivate ${count} ${count === 1 ? 'user' : 'users'}?`,
  },
  reactivate: {
    action: 'Reactivate',
    title: (name: string) => `Reactivate ${name}?`,
    text: 'The user can sign in again, with the same roles and groups as before. You need every right that they have.',
    said: 'The user was reactivated.',
  },
  deprovision: {
    action: 'Deprovision',
    title: (name: string) => `Deprovision ${name}?`,
    text: 'For a user who left. This cannot be undone. The profile stays as a record, and the names stay taken, until you delete the user.',
    said: 'The user was deprovisioned.',
  },
  remove: {
    action: 'Delete and erase',
    title: (name: string) => `Delete ${name}?`,
    text: 'The user is erased: the audit log keeps the id and nothing else. This cannot be undone. The e-mail address and the user name are free again.',
    said: 'The user was deleted.',
  },
  lost: {
    title: 'The user loses',
    profile: 'The profile and the attributes',
    access: 'The password, all sessions, and a pending invitation',
    factors: 'Passkeys, the authenticator app and recovery codes',
    groups: (names: string) => `The memberships: ${names}`,
    noGroups: 'The user is in no group',
    roles: (names: string) => `The roles: ${names}`,
    owned: (count: number) =>
      count === 1 ? 'One machine identity loses its owner:' : `${count} machine identities lose their owner:`,
    ownedText: 'They keep working. Give them another owner.',
  },
  cycle: {
    title: 'Life cycle',
    text: 'What each step changes for a user.',
    columns: ['', 'Sign-in', 'Roles, groups, factors', 'Profile', 'Can be undone'],
    rows: [
      ['Suspended', 'Refused', 'Kept', 'Kept', 'Yes, reactivate'],
      ['Deprovisioned', 'Refused', 'Groups and password removed', 'Kept as a record', 'No'],
      ['Deleted', 'Refused', 'Erased', 'Erased', 'No'],
    ],
  },
} as const;
