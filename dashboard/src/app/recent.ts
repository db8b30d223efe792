// The pages of things that were opened last, for the command palette. Browsers keep them for each tenant: ids only, because a name may
// be personal, and the next user of the browser may not have the rights to read it.
const name = 'keyward-recent';
const mostPages = 6;
const mostTenants = 10;

/** The page of one thing below a tenant, such as `users/usr_…`. A secret has another form. */
const page = /^(?:[a-z-]+\/){1,3}[a-z]{2,4}_[0-9a-z]{26}$/;
const tenantId = /^org_[0-9a-z]{26}$/;

type Kept = Readonly<Record<string, readonly string[]>>;

/** Reads what is kept. Other code of this origin, or an earlier version, may have written anything. */
function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(
      Object.entries(found)
        .filter(([tenant]) => tenantId.test(tenant))
        .map(([tenant, pages]): [string, string[]] => [
          tenant,
          [pages].flat().filter((one): one is string => typeof one === 'string' && page.test(one)),
        ]),
    );
  } catch {
    return {};
  }
}

/** The pages of a tenant that were opened last, the newest first. */
export const recentPages = (tenant: string): readonly string[] => (kept()[tenant] ?? []).slice(0, mostPages);

/** Notes that an address was opened, if it is the page of one thing: `/admin/{tenant}/users/usr_…`. */
export function noteVisit(tenant: string, address: string): void {
  const [, path = ''] = address.split(`/${tenant}/`);
  if (!tenantId.test(tenant) || !page.test(path)) return;
  const { [tenant]: before = [], ...others } = kept();
  const pages = [path, ...before.filter((one) => one !== path)].slice(0, mostPages);
  const tenants = [[tenant, pages] as const, ...Object.entries(others)].slice(0, mostTenants);
  localStorage.setItem(name, JSON.stringify(Object.fromEntries(tenants)));
}
