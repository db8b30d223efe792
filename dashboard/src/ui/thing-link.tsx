import { Anchor, Code } from '@mantine/core';
import { holds, useSession } from '../app/me.ts';
import { thingOf } from './kinds.ts';
import { PageLink } from './page-link.tsx';

/**
 * Any id of Keyward as a link to its page. It stays a text if the thing has no page, or if the user may not open it.
 * @param name shown in place of the id. It may come from strangers
 */
export function ThingLink({
  id,
  name,
  size = 'sm',
}: {
  id: string;
  name?: string | null | undefined;
  size?: 'xs' | 'sm' | 'md';
}) {
  const { me } = useSession();
  const thing = thingOf(id);
  const shown = name ? (
    <bdi>{name}</bdi>
  ) : (
    <Code bg="transparent" p={0} fz="inherit" c="inherit">
      {id}
    </Code>
  );
  if (!thing || thing.isNear || !holds(me.scopes, thing.needs)) return <span title={id}>{shown}</span>;
  return (
    <Anchor
      size={size}
      title={`${thing.kind} ${id}`}
      style={{ overflowWrap: 'anywhere' }}
      renderRoot={(props) => <PageLink to={thing.path} search={thing.search} {...props} />}
    >
      {shown}
    </Anchor>
  );
}
