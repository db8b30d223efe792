import { strangerOf } from './limits.ts';

/**
 * Shares the connections of a listener among the networks that connect. One holds at most as many as are free, so that it cannot
 * keep all others out. A load balancer stands for all its clients, so it may hold all.
 * @param isBalancer tells by the address of the direct peer
 * @returns takes a connection for an address, and returns what gives it back; undefined if the network holds its share
 */
export function connectionShares(
  connections: number,
  isBalancer: (address: string) => boolean,
): (address: string) => (() => void) | undefined {
  const held = new Map<string, number>();
  let all = 0;
  return (address) => {
    const network = strangerOf(address);
    const before = held.get(network) ?? 0;
    const most = isBalancer(address) ? connections : connections - all;
    if (before >= most) return undefined;
    all++;
    held.set(network, before + 1);
    return () => {
      all--;
      const left = (held.get(network) ?? 1) - 1;
      if (left === 0) held.delete(network);
      else held.set(network, left);
    };
  };
}
