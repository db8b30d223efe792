export const texts = {
  title: 'Agents',
  text: 'Agents are applications that users connected themselves. Your organization did not register them, so only their hosts vouch for them.',
  empty: {
    title: 'No agents yet',
    text: 'An agent appears here when a user lets it in. Metadata documents or registration must be on for your organization.',
  },
  columns: {
    name: 'Agent',
    redirects: 'Sends users to',
    users: 'Users',
    scopes: 'Scopes',
    state: 'Status',
    used: 'Last used',
    created: 'First seen',
  },
  filters: { host: 'Host', origin: 'Origin', user: 'User' },
  origins: { METADATA_DOCUMENT: 'Published by its host', REGISTRATION: 'Registered itself' } as Readonly<
    Record<string, string>
  >,
  states: { blocked: 'Blocked', approved: 'Approved', open: 'Not approved' } as Readonly<
    Record<string, string>
  >,
  local: 'A program on the computer of the user',
  unverified: 'Name not verified',
  facts: 'Details',
  clientId: 'Client ID',
  origin: 'Origin',
  host: 'Host',
  identity: 'Identity',
  noIdentity: 'None. Approve the agent to give it an owner.',
  resources: 'Resources',
  at: (scopes: string, resource: string) => `${scopes} at ${resource}`,
  soon: 'Access that an agent already has can last for up to five minutes at a resource that does not ask.',
  users: {
    title: 'Users',
    name: 'User',
    granted: 'Let in',
    end: 'End',
    endOne: (user: string, agent: string) => `End ${agent} for ${user}?`,
    endText: 'The agent loses all access to data of this user. The user can let it in again.',
    ended: 'The agent was ended for the user.',
    empty: { title: 'No users', text: 'No user lets this agent in now.' },
  },
  end: {
    action: 'End for all users',
    title: (name: string) => `End ${name} for all users?`,
    text: 'The agent loses all access, and all users lose it from their lists. If its host is not blocked, users can let it in again.',
    said: 'The agent was ended.',
  },
  approve: {
    action: 'Approve',
    title: (name: string) => `Approve ${name}?`,
    said: 'The agent was approved.',
    owner: 'Owner',
    ownerText: 'This user answers for the agent. Leave empty to be the owner yourself.',
    text: 'The agent becomes an identity of the type AI agent. If you suspend the identity, the agent stops for all users.',
  },
  block: {
    action: 'Block host',
    title: (host: string) => `Block ${host}?`,
    text: 'All agents of this host end at once, for all users. The host cannot return until you remove it from the list.',
    said: 'The host was blocked.',
  },
  blocked: {
    action: 'Blocked hosts',
    title: 'Blocked hosts',
    said: 'The blocked hosts were changed.',
    hosts: 'Hosts',
    hostsText:
      'Agents of these hosts, and agents that send users to them, are refused. *.example.com means all names below example.com.',
  },
} as const;
