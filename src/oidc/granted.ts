/** The scopes, claims and resources that an application may use in the name of a user. */
export interface Granted {
  scopes: string[];
  /** Single claims that no scope gave. */
  claims: string[];
  resources: { resource: string; scopes: string[] }[];
}

const both = (one: readonly string[], other: readonly string[]): string[] => [...new Set([...one, ...other])];

/** Adds newly granted rights to the rights that were granted before. */
export function widened(before: Granted, more: Granted): Granted {
  const resources = new Map(before.resources.map(({ resource, scopes }) => [resource, scopes]));
  for (const { resource, scopes } of more.resources)
    resources.set(resource, both(resources.get(resource) ?? [], scopes));
  return {
    scopes: both(before.scopes, more.scopes),
    claims: both(before.claims, more.claims),
    resources: [...resources].map(([resource, scopes]) => ({ resource, scopes })),
  };
}

export const nothingGranted: Granted = { scopes: [], claims: [], resources: [] };

/** Every scope of it, once, wherever it is for. */
export const scopesOf = ({ scopes, resources }: Granted): string[] =>
  both(
    scopes,
    resources.flatMap((one) => one.scopes),
  );
