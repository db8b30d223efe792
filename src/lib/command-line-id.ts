/**
 * The client of the command line, which every tenant's OpenID Connect provider has (docs/decisions/0128). It is not a row: it cannot be made,
 * changed, listed or deleted. Only this client gets tokens for our API. Its name is not the id of a row, so no other client takes its place.
 */
export const commandLineId = 'keyward-cli';

/** How users and audit logs know it. */
export const commandLineName = 'Keyward command line';

export const isCommandLine = (clientId: string | undefined): boolean => clientId === commandLineId;
