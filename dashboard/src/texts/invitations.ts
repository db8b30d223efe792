export const texts = {
  title: 'Invitations',
  text: 'Invitations that users have not accepted yet. Expired invitations are listed for seven days.',
  empty: {
    title: 'No open invitations',
    text: 'An invitation is an email with a link to choose a password. To send an invitation, add a user under Users.',
    action: 'Go to users',
  },
  columns: {
    user: 'User',
    status: 'Status',
    invited: 'Invited',
    sent: 'Email sent',
    ends: 'Link expires',
    by: 'Invited by',
  },
  waits: 'Waiting to be sent',
  suspended: 'The user is suspended. The link does not work until you reactivate the user.',
  again: {
    action: 'Resend',
    title: (name: string) => `Send ${name} a new invitation?`,
    text: 'The link in the last email stops working. The new link works once and expires after seven days.',
    said: 'The invitation was sent.',
  },
  revoke: {
    action: 'Revoke',
    title: (name: string) => `Revoke the invitation of ${name}?`,
    text: 'The link stops working, and a waiting email is not sent. The user stays, and you can send a new invitation.',
    said: 'The invitation was revoked.',
  },
} as const;
