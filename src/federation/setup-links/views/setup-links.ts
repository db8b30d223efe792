import type { SetupLinkWithUrl, SetupLink as SetupLinkBody } from '../../../../generated/types/types.gen.ts';
import type { SetupLink } from '../entities/setup-link.ts';

const dateText = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Returns a link without the secret of its URL, and without the texts of its records. */
export const viewSetupLink = (link: SetupLink, now: Date): SetupLinkBody => ({
  id: link.id,
  name: link.name,
  status: link.statusAt(now),
  domains: link.domains.map(({ domain }) => domain),
  provedDomains: link.provedDomains().map(({ domain }) => domain),
  type: link.type,
  connectionId: link.connectionId,
  openedAt: dateText(link.openedAt),
  finishedAt: dateText(link.finishedAt),
  expiresAt: link.expiresAt.toISOString(),
  createdAt: link.createdAt.toISOString(),
  createdBy: link.createdBy,
});

/** Returns a link with its URL, which no other view has. */
export const viewNewSetupLink = (link: SetupLink, url: string, now: Date): SetupLinkWithUrl => ({
  ...viewSetupLink(link, now),
  url,
});
