/** The life cycle of a user. */
export const texts = {
  more: 'More',
  reinvite: {
    action: 'Resend the invitation',
    title: (name: string) => `Send ${name} a new invitation?`,
    text: 'The link in the last email stops working. The new link works once and expires after seven days. The service sends at most one email per minute.',
    said: 'The invitation was sent.',
  },
  suspend: {
    action: 'Suspend',
    title: (name: string) => `Suspend ${name}?`,
    text: 'The user is signed out everywhere and cannot sign in. The profile, groups, roles and second factors stay. You can reactivate the user.',
    said: 'The user was suspended.',
  },
  selected: {
    suspend: (count: number) => `Suspend ${count} ${count === 1 ? 'user' : 'users'}?`,
    reactivate: (count: number) => `Reactivate ${count} ${count === 1 ? 'user' : 'users'}?`,
  },
  reactivate: {
    action: 'Reactivate',
    title: (name: string) => `Reactivate ${name}?`,
    text: 'The user can sign in again, with the same roles and groups as before. You need all permissions of the user.',
    said: 'The user was reactivated.',
  },
  deprovision: {
    action: 'Deprovision',
    title: (name: string) => `Deprovision ${name}?`,
    text: 'Use this if the user has left. This cannot be undone. The profile is kept as a record. The username and email address stay reserved until you delete the user.',
    said: 'The user was deprovisioned.',
  },
  remove: {
    action: 'Delete and erase',
    title: (name: string) => `Delete ${name}?`,
    text: 'All personal data of the user is erased. The audit log keeps only the user ID. This cannot be undone. The username and email address can be used again.',
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
    ownedText: 'These identities keep working. Choose another owner for them.',
  },
  cycle: {
    title: 'Lifecycle',
    text: 'What each step changes for a user.',
    columns: ['', 'Sign-in', 'Roles, groups, second factors', 'Profile', 'Can be undone'],
    rows: [
      ['Suspended', 'Blocked', 'Kept', 'Kept', 'Yes, reactivate'],
      ['Deprovisioned', 'Blocked', 'Groups and password removed', 'Kept as a record', 'No'],
      ['Deleted', 'Blocked', 'Erased', 'Erased', 'No'],
    ],
  },
} as const;
