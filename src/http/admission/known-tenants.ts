import { strangerOf } from './limits.ts';
import type { RequestContext } from '../request-context.ts';

/** Who asks, as far as it is known before the request is authenticated. Nothing depends on it but who is refused first. */
export interface KnownTenants {
  /** Returns the tenant of a key or token that was good before; otherwise the network that the request comes from. */
  nameOf(context: RequestContext): string;
  /** Notes whose key or token it was, or that it was none. */
  learn(context: RequestContext, status: number): void;
}

const mostRemembered = 20_000;

export function knownTenants(): KnownTenants {
  const tenants = new Map<number, string>();
  return {
    nameOf({ facts, incoming: { authorization }, transport }) {
      const tenant = facts?.secured && authorization ? tenants.get(fingerprint(authorization)) : undefined;
      return tenant ?? strangerOf(transport.address);
    },
    learn({ facts, incoming: { authorization }, caller }, status) {
      if (!facts?.secured || !authorization) return;
      if (status === 401) tenants.delete(fingerprint(authorization));
      if (!caller) return;
      if (tenants.size >= mostRemembered) tenants.clear();
      tenants.set(fingerprint(authorization), caller.orgId);
    },
  };
}

/** FNV-1a in 32 bits: no secret is kept, and none follows from it. Two that share one only share a name. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
