import { escapeHtml } from '../lib/html.ts';
import { oneLine } from '../lib/line.ts';
import type { IssuedInvitation } from '../queries/issue-invitation.ts';

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** The invitation as a mail; names were written by others, so they can neither start a line nor an element. */
export function viewInvitationMail(
  { name, organizationName }: Pick<IssuedInvitation, 'name' | 'organizationName'>,
  link: string,
  days: number,
): MailContent {
  const organization = oneLine(organizationName);
  const greeting = name === null ? 'Hello,' : `Hello ${oneLine(name)},`;
  const invitation = `you are invited to ${organization}. Choose a password to sign in:`;
  const note = `The link works once, for ${days} days. If you did not expect this mail, ignore it.`;
  const safeLink = escapeHtml(link);
  return {
    subject: `Your invitation to ${organization}`,
    text: `${greeting}\n\n${invitation}\n\n${link}\n\n${note}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Your invitation to ${escapeHtml(organization)}</title></head>
<body>
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(invitation)}</p>
<p><a href="${safeLink}">${safeLink}</a></p>
<p>${note}</p>
</body>
</html>
`,
  };
}
