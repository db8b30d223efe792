import { Link, useParams } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode } from 'react';

interface Parts extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** Below the tenant, such as `credentials/key_…`. */
  to: string;
  search?: Record<string, string | undefined>;
  children?: ReactNode;
}

/** A link to a page of the tenant that is open. */
export function PageLink({ to, search, ...more }: Parts) {
  const { tenant } = useParams({ strict: false }) as { tenant: string };
  return (
    <Link
      to={`/${tenant}${to ? `/${to}` : ''}` as never}
      search={(search ?? {}) as never}
      activeOptions={{ exact: true }}
      {...more}
    />
  );
}
