// Addresses of hosted pages that the dashboard leads to (docs/dashboard.md).

/** Where the user signs in, and comes back from. */
export const signInAddress = (tenant: string | undefined, returnTo: string): string =>
  `/admin/sign-in?${new URLSearchParams({ ...(tenant ? { tenant } : {}), returnTo }).toString()}`;

/** Where the user proves again who they are. */
export const proofAddress = (tenant: string, returnTo: string, seconds: number): string =>
  `/admin/sign-in?${new URLSearchParams({ tenant, returnTo, maxAge: String(seconds) }).toString()}`;

export const signOutAddress = (tenant: string): string => `/logout/${tenant}`;

/** The path and query that the browser shows. */
export const here = (): string => `${location.pathname}${location.search}`;
