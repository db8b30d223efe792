/**
 * Returns the text that finds a resource. Clients write an identifier with or without a slash at the end: SDKs send
 * `https://mcp.example.com/` for `https://mcp.example.com`. No two resources of a tenant differ by the slash alone (a unique index holds it).
 */
export const resourceKey = (identifier: string): string => identifier.replace(/\/$/, '');
