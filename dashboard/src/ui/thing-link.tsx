import { Anchor, Code } from '@mantine/core';
import { holds, useSession } from '../app/me.ts';
import { PageLink } from './page-link.tsx';

interface Kind {
  kind: string;
  /** The permission without which its page shows nothing. */
  needs: string;
  /** Its page below the tenant. */
  page: (id: string) => string;
  search?: (id: string) => Record<string, string>;
}

const below =
  (path: string) =>
  (id: string): string =>
    `${path}/${id}`;
/** The list, where the page of one thing cannot be told from its id. */
const at = (path: string) => (): string => path;

/** By the prefix of the id (docs/architecture.md). Ids without a page are not in it. */
const kinds: Readonly<Record<string, Kind>> = {
  alr: { kind: 'Alert rule', needs: 'alerts.read', page: at('alerts/rules') },
  alt: { kind: 'Alert', needs: 'alerts.read', page: below('alerts') },
  ano: { kind: 'Anomaly', needs: 'anomalies.read', page: below('alerts/anomalies') },
  aud: { kind: 'Row of the audit log', needs: 'audit.read', page: below('audit') },
  cap: { kind: 'Access policy', needs: 'conditional_access.read', page: below('access') },
  cli: { kind: 'Application', needs: 'oidc.read', page: below('applications/oidc') },
  cred: { kind: 'Credential', needs: 'credentials.read', page: below('credentials') },
  fed: { kind: 'Connection', needs: 'federation.read', page: at('connections') },
  grp: { kind: 'Group', needs: 'groups.read', page: below('groups') },
  idn: { kind: 'Identity', needs: 'identities.read', page: below('identities') },
  loc: {
    kind: 'Location',
    needs: 'conditional_access.read',
    page: at('access'),
    search: () => ({ tab: 'locations' }),
  },
  pol: { kind: 'Policy', needs: 'policies.read', page: below('policies') },
  req: {
    kind: 'Request',
    needs: 'audit.read',
    page: at('audit'),
    search: (requestId) => ({ requestId }),
  },
  sct: { kind: 'Directory sync token', needs: 'scim_tokens.read', page: below('scim') },
  sp: { kind: 'Application', needs: 'saml.read', page: below('applications/saml') },
  usr: { kind: 'User', needs: 'directory.read', page: below('users') },
  wh: { kind: 'Webhook', needs: 'webhooks.read', page: below('webhooks') },
};

interface Thing {
  kind: string;
  needs: string;
  path: string;
  search: Record<string, string>;
}

/** The page of a thing, by the prefix of its id. */
export function thingOf(id: string): Thing | undefined {
  const [, prefix = ''] = /^([a-z]{2,4})_[0-9a-z]{26}$/.exec(id) ?? [];
  const found = kinds[prefix];
  return (
    found && { kind: found.kind, needs: found.needs, path: found.page(id), search: found.search?.(id) ?? {} }
  );
}

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
  if (!thing || !holds(me.scopes, thing.needs)) return <span title={id}>{shown}</span>;
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
