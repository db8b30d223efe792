/** Roles, groups and the rights that they give. */
export const texts = {
  roles: {
    title: 'Roles',
    text: 'Permissions in this dashboard and the API. You can give only permissions that you have.',
    edit: 'Change the roles',
    saved: 'The roles were changed.',
    notYours: (count: number, names: string) =>
      `You cannot give this role: you do not have ${names}${count > 3 ? ` and ${count - 3} more` : ''}.`,
    beyond:
      'This user has permissions that you do not have. Only a user with these permissions can change the roles:',
    each: {
      OWNER: 'All permissions, including changes of other owners. There is always at least one active owner.',
      ADMIN: 'All permissions, except changes of owners.',
      SECURITY: 'Policies, conditional access, alerts and the audit log. Can revoke credentials.',
      DEVELOPER: 'Identities, credentials, webhooks and OpenID Connect applications.',
      HELPDESK: 'User profiles, invitations and second factors, except for users with more permissions.',
      AUDITOR: 'Read-only access, and exports of the audit log.',
      MEMBER: 'Own account only. No permissions in this dashboard.',
    },
  },
  groups: {
    title: 'Groups',
    none: 'The user is in no group.',
    add: 'Add to a group',
    pick: 'Group',
    choose: 'Choose a group.',
    remove: 'Remove',
    added: 'The user was added to the group.',
    removed: 'The user was removed from the group.',
    removeTitle: (user: string, group: string) => `Remove ${user} from ${group}?`,
    removeText:
      'The user loses the permissions of this group, and access to applications that allow only this group.',
    managed: 'Managed by your directory',
  },
  effective: {
    title: 'Effective permissions',
    text: 'All permissions of the user, with their sources.',
    none: 'No permissions in this service. The user can sign in to applications and manage their own account.',
    right: 'Permission',
    from: 'Source',
    role: (role: string) => `Role ${role}`,
    filter: 'Find a permission',
    partial: (count: number) => `This table includes only the first ${count} groups.`,
  },
} as const;
