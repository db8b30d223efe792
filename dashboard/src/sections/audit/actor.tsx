import { Group, Text } from '@mantine/core';
import { Bot, Cog, CircleHelp, Blocks, KeyRound, Link2, type LucideIcon, UserRound } from 'lucide-react';
import type { AuditActor, AuditTarget } from '../../generated/types.gen.ts';
import { texts } from '../../texts/audit.ts';
import { spokenOpen } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';

const icons: Readonly<Record<string, LucideIcon>> = {
  API_KEY: KeyRound,
  USER: UserRound,
  SCIM: Blocks,
  OIDC_CLIENT: Bot,
  SETUP_LINK: Link2,
  SYSTEM: Cog,
};

/** Who did it: the kind as an icon and in words, and a link. */
export function Actor({ actor: { type, id, name } }: { actor: AuditActor }) {
  const Icon = icons[type] ?? CircleHelp;
  const kind = texts.actorTypes[type] ?? spokenOpen(type);
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" miw={130}>
      <Icon size={15} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
      <div>
        {id ? <ThingLink id={id} name={name} /> : <Text size="sm">{name ?? kind}</Text>}
        {id || name ? (
          <Text size="xs" c="dimmed">
            {kind}
          </Text>
        ) : null}
      </div>
    </Group>
  );
}

/** What it was done to. */
export function Target({ target: { type, id, name } }: { target: AuditTarget }) {
  return (
    <div>
      {id ? <ThingLink id={id} name={name} /> : <Text size="sm">{name ?? '–'}</Text>}
      <Text size="xs" c="dimmed">
        {spokenOpen(type)}
      </Text>
    </div>
  );
}
