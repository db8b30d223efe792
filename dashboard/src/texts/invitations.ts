export const texts = {
  title: 'Invitations',
  text: 'Users who were invited and have not accepted yet. An expired invitation is shown for seven days.',
  empty: {
    title: 'No open invitations',
    text: 'An invitation is an e-mail with a link. A new user follows it to choose a password. Add a user under Users, and the invitation is sent.',
    action: 'To the users',
  },
  columns: {
    user: 'User',
    status: 'State',
    invited: 'Invited',
    sent: 'Mail sent',
    ends: 'Link ends',
    by: 'Invited by',
  },
  waits: 'Waits to be sent',
  suspended: 'The user is suspended: the link does not work until you reactivate the user.',
  again: {
    action: 'Send again',
    title: (name: string) => `Send ${name} a new invitation?`,
    text: 'The link of the last e-mail stops working. The new one works once and for seven days.',
    said: 'The invitation was sent.',
  },
  revoke: {
    action: 'Revoke',
    title: (name: string) => `Revoke the invitation of ${name}?`,
    text: 'The link stops working, and a mail that waits is not sent. The user stays, and you can send a new invitation.',
    said: 'The invitation was revoked.',
  },
} as const;
