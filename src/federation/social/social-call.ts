import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import { hosted, type HostedPage, type HostedParts } from '../../sign-in/hosted.ts';
import type { MailAbility } from '../../users/invitations/invitations.ts';
import type { WayIn } from '../../users/ways-in.ts';

/** The parts of the process that asking social providers takes besides those of every hosted page. */
interface Asking {
  outgoing: Outgoing;
  quotas: Quotas;
  mail: MailAbility;
  wired: { waysIn: readonly WayIn[] };
}

export type SocialParts = HostedParts & Asking;

/** The parts that the pages of social providers get besides the parameters of their operations. */
export type SocialPage = HostedPage & Asking;

/** The call of a page of a social provider. */
export type SocialCall = SocialPage & { path: { orgId: string; providerId: string } };

/** Joins a request with the parts of the pages of social providers, as {@link hosted} does. */
export const social = (parts: SocialParts) => {
  const { outgoing, quotas, mail, wired } = parts;
  return hosted(parts, { outgoing, quotas, mail, wired });
};
