// The tenant of the last visit, for an address without one. The id of a tenant is not secret.
const name = 'keyward-tenant';

export const lastTenant = (): string | undefined => {
  const found = localStorage.getItem(name) ?? '';
  return /^org_[0-9a-z]{26}$/.test(found) ? found : undefined;
};

export const rememberTenant = (tenant: string): void => localStorage.setItem(name, tenant);

export const forgetTenant = (): void => localStorage.removeItem(name);
