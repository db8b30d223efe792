import { addressMatcher, isCidr } from './address.ts';

/**
 * A range that outgoing calls may reach although it is not public: one member of `EGRESS_ALLOW` (decisions section 8).
 */
export interface EgressRule {
  cidr: string;
  /** Undefined: every port. */
  port: number | undefined;
}

/**
 * Reads an address or CIDR range with or without a port: `10.0.0.0/8`, `10.1.2.3:8443`, `fd00::/8`, `[fd00::/8]:8443`.
 * With a port, IPv6 needs the brackets, because its end would otherwise be unclear.
 * @returns undefined for other text
 */
export function readEgressRule(text: string): EgressRule | undefined {
  if (isCidr(text)) return { cidr: text, port: undefined };
  const parts = /^(?:\[([^[\]]*:[^[\]]*)\]|([^:[\]]*)):([1-9]\d{0,4})$/.exec(text);
  const cidr = parts?.[1] ?? parts?.[2] ?? '';
  const port = Number(parts?.[3]);
  return isCidr(cidr) && port <= 65_535 ? { cidr, port } : undefined;
}

/** A function that says whether one of the rules lets an address be called at a port; see {@link addressMatcher}. */
export function egressMatcher(rules: readonly EgressRule[]): (address: string, port: number) => boolean {
  const matchers = new Map<number | undefined, (address: string) => boolean>();
  for (const { port } of rules) {
    const cidrs = rules.filter((rule) => rule.port === port).map(({ cidr }) => cidr);
    if (!matchers.has(port)) matchers.set(port, addressMatcher(cidrs));
  }
  return (address, port) => [port, undefined].some((each) => matchers.get(each)?.(address) ?? false);
}
