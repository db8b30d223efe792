const hosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Tells whether the host of a URL is one of those that plain HTTP is accepted for, because it never leaves the machine. */
export const isLoopbackHost = ({ hostname }: { hostname: string }): boolean => hosts.has(hostname);
