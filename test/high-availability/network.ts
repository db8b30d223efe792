// Where the servers of the rig have their addresses: on the loopback interface, or each database in a network namespace of its own,
// whose cable a test can cut.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { onTestFinished } from 'vitest';

/** The network 10.0.1.0/24 of the files in deploy/high-availability, with other addresses. */
export interface Network {
  /** Puts the addresses of this network into a text of those files. */
  addressed: (text: string) => string;
  /** The command that runs a program on a database machine. */
  on: (member: string) => string[];
  /** Cuts the cable of a machine, or plugs it in again. */
  plug: (member: string, state: 'up' | 'down') => void;
}

/** Loopback addresses that no other run of the tests has, so that the servers keep their usual ports. */
export function loopback(): Network {
  const prefix = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.`;
  return {
    addressed: (text) => text.replaceAll('127.0.0.1', `${prefix}1`).replaceAll('10.0.1.', prefix),
    on: () => [],
    plug: () => {
      throw new Error('the loopback interface has no cable');
    },
  };
}

const ip = (...words: string[]): void => void execFileSync('ip', words, { stdio: 'pipe' });

/** A bridge, and a namespace with a cable to this bridge for each database machine. It needs root. */
export function namespaces(members: readonly string[]): Network {
  const id = randomInt(1, 255);
  const prefix = `10.213.${id}.`;
  const bridge = `kwha${id}`;
  const nameOf = (member: string): string => `${bridge}-${member}`;
  ip('link', 'add', bridge, 'type', 'bridge');
  onTestFinished(() => ip('link', 'del', bridge));
  // The addresses of the load balancer and of etcd.
  for (const host of ['1', '11']) ip('addr', 'add', `${prefix}${host}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  members.forEach((member, at) => {
    const name = nameOf(member);
    ip('netns', 'add', name);
    onTestFinished(() => ip('netns', 'del', name));
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', name, 'master', bridge, 'up');
    ip('-n', name, 'addr', 'add', `${prefix}${21 + at}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
  });
  return {
    addressed: (text) => text.replaceAll('127.0.0.1', `${prefix}1`).replaceAll('10.0.1.', prefix),
    on: (member) => ['ip', 'netns', 'exec', nameOf(member)],
    plug: (member, state) => ip('link', 'set', nameOf(member), state),
  };
}
