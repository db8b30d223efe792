/** A kind of resource, which the prefix of an id names (docs/architecture.md). */
export interface Kind {
  kind: string;
  /** The permission without which its page shows nothing. */
  needs: string;
  /** Its page below the tenant. */
  page: (id: string) => string;
  search?: (id: string) => Record<string, string>;
  /** Without a page or a row of its own: only the section that has it among other things. */
  isNear?: true;
}

const below =
  (path: string) =>
  (id: string): string =>
    `${path}/${id}`;
/** The list, where the page of one thing cannot be told from its id. */
const at = (path: string) => (): string => path;
const tab = (name: string) => (): Record<string, string> => ({ tab: name });

/** The kind of each prefix (src/lib/id.ts). */
export const kinds: Readonly<Record<string, Kind>> = {
  agt: { kind: 'Agent', needs: 'oidc.read', page: below('agents') },
  alc: { kind: 'Alert channel', needs: 'alerts.read', page: at('alerts/rules'), isNear: true },
  alr: { kind: 'Alert rule', needs: 'alerts.read', page: at('alerts/rules') },
  alt: { kind: 'Alert', needs: 'alerts.read', page: below('alerts') },
  ano: { kind: 'Anomaly', needs: 'anomalies.read', page: below('alerts/anomalies') },
  aud: { kind: 'Audit log row', needs: 'audit.read', page: below('audit') },
  cab: {
    kind: 'Access policy replay',
    needs: 'conditional_access.read',
    page: at('access'),
    isNear: true,
  },
  cad: {
    kind: 'Access decision',
    needs: 'conditional_access.read',
    page: at('access'),
    search: tab('decisions'),
    isNear: true,
  },
  cap: { kind: 'Access policy', needs: 'conditional_access.read', page: below('access') },
  cli: { kind: 'Application', needs: 'oidc.read', page: below('applications/oidc') },
  cred: { kind: 'Credential', needs: 'credentials.read', page: below('credentials') },
  dlq: { kind: 'Dead letter', needs: 'webhooks.read', page: at('webhooks'), isNear: true },
  dlv: { kind: 'Delivery', needs: 'webhooks.read', page: at('webhooks'), isNear: true },
  evt: { kind: 'Event', needs: 'webhooks.read', page: at('webhooks'), isNear: true },
  fed: { kind: 'Connection', needs: 'federation.read', page: at('connections') },
  fsl: { kind: 'Setup link', needs: 'federation.read', page: at('connections'), search: tab('links') },
  grp: { kind: 'Group', needs: 'groups.read', page: below('groups') },
  iat: { kind: 'Initial access token', needs: 'oidc.read', page: at('applications'), isNear: true },
  idn: { kind: 'Identity', needs: 'identities.read', page: below('identities') },
  inv: { kind: 'Invitation', needs: 'directory.read', page: at('users/invitations') },
  key: { kind: 'Signing key', needs: 'keys.read', page: at('settings'), search: tab('keys') },
  loc: { kind: 'Location', needs: 'conditional_access.read', page: at('access'), search: tab('locations') },
  mem: { kind: 'Group member', needs: 'groups.read', page: at('groups'), isNear: true },
  org: { kind: 'Organization', needs: 'org.read', page: at('settings') },
  pol: { kind: 'Policy', needs: 'policies.read', page: below('policies') },
  prv: { kind: 'Provisioning log entry', needs: 'scim_tokens.read', page: at('scim'), isNear: true },
  psk: { kind: 'Passkey', needs: 'directory.read', page: at('users'), isNear: true },
  req: {
    kind: 'Request',
    needs: 'audit.read',
    page: at('audit'),
    search: (requestId) => ({ requestId }),
  },
  rsc: { kind: 'Resource', needs: 'oidc.read', page: at('applications/resources'), isNear: true },
  scp: { kind: 'Custom scope', needs: 'oidc.read', page: at('applications'), isNear: true },
  sct: { kind: 'Directory sync token', needs: 'scim_tokens.read', page: below('scim') },
  ses: { kind: 'Session', needs: 'directory.read', page: at('users'), isNear: true },
  sgn: {
    kind: 'Sign-in',
    needs: 'conditional_access.read',
    page: at('access'),
    search: tab('decisions'),
    isNear: true,
  },
  soc: { kind: 'Social provider', needs: 'auth_config.read', page: at('sign-in'), search: tab('social') },
  sp: { kind: 'Application', needs: 'saml.read', page: below('applications/saml') },
  trc: { kind: 'Sign-in message', needs: 'federation.read', page: at('connections'), isNear: true },
  tst: { kind: 'Test sign-in', needs: 'federation.read', page: at('connections'), isNear: true },
  usr: { kind: 'User', needs: 'directory.read', page: below('users') },
  wh: { kind: 'Webhook', needs: 'webhooks.read', page: below('webhooks') },
};

export interface Thing {
  kind: string;
  needs: string;
  path: string;
  search: Record<string, string>;
  isNear: boolean;
}

/** The page of a thing, by the prefix of its id. */
export function thingOf(id: string): Thing | undefined {
  const [, prefix = ''] = /^([a-z]{2,4})_[0-9a-z]{26}$/.exec(id) ?? [];
  const found = kinds[prefix];
  if (!found) return undefined;
  const { kind, needs, page, search, isNear = false } = found;
  return { kind, needs, path: page(id), search: search?.(id) ?? {}, isNear };
}
