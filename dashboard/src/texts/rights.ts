/** Roles, groups and the rights that they give. */
export const texts = {
  roles: {
    title: 'Roles',
    text: 'What the user may do in this dashboard and by the API. A user gives only rights that they have.',
    edit: 'Change the roles',
    saved: 'The roles were changed.',
    notYours: (count: number, names: string) =>
      `You cannot give this role: you do not have ${names}${count > 3 ? ` and ${count - 3} more` : ''}.`,
    beyond: 'This user has rights that you do not have. Only a user who has them can change the roles:',
    each: {
      OWNER: 'Everything, other owners included. One active owner always remains.',
      ADMIN: 'Every right that exists, but cannot change owners.',
      SECURITY: 'Policies, conditional access, alerts and the audit log. Revokes credentials.',
      DEVELOPER: 'Identities, credentials, webhooks and OpenID Connect applications.',
      HELPDESK: 'Users: profiles, invitations, lost factors. Not of users with more rights.',
      AUDITOR: 'Reads what the other roles change, and exports the audit log. Changes nothing.',
      MEMBER: 'Own account only. No rights in this dashboard.',
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
      'The user loses the rights of this group, and access to applications that only this group may use.',
    managed: 'Managed by your directory',
  },
  effective: {
    title: 'Effective rights',
    text: 'What the user may do in total, and where each right comes from.',
    none: 'No rights over this service. The user can sign in to applications and manage the own account.',
    right: 'Right',
    from: 'Comes from',
    role: (role: string) => `Role ${role}`,
    filter: 'Find a right',
    partial: (count: number) => `Only the first ${count} groups are read for this table.`,
  },
} as const;
