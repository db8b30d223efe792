/** Where a person, a group or a membership comes from. */
export const directorySources = ['LOCAL', 'SCIM', 'FEDERATION', 'IMPORT'] as const;

export type DirectorySource = (typeof directorySources)[number];
