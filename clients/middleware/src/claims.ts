/** The claims of a signed token, or the answer of an introspection. Both have the same names (RFC 9068, RFC 7662). */
export type Claims = Readonly<Record<string, unknown>>;
