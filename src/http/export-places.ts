import { RateLimited } from '../failure.ts';

/** Takes a place for an export. @returns what gives it back @throws {RateLimited} when there is none */
export type ExportPlaces = (orgId: string, now: Date) => () => void;

const mostOfATenant = 1;
const mostOfANode = 4;
const retrySeconds = 10;

/** How many exports a node makes at once: each reads as fast as its caller does, through the same connections as others. */
export function exportPlaces(): ExportPlaces {
  const running: string[] = [];
  return (orgId, now) => {
    const own = running.filter((one) => one === orgId).length;
    if (own >= mostOfATenant || running.length >= mostOfANode) {
      const limit = own >= mostOfATenant ? mostOfATenant : mostOfANode;
      const resetAt = Math.ceil(now.getTime() / 1000) + retrySeconds;
      throw new RateLimited({ limit, remaining: 0, resetAt }, retrySeconds);
    }
    running.push(orgId);
    let held = true;
    return () => {
      if (held) running.splice(running.indexOf(orgId), 1);
      held = false;
    };
  };
}
