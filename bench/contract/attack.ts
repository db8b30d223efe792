// The loud tenant: it spends what it may in one go.
import { Agent, request } from 'node:http';

/** One request. */
export interface Shot {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The requests that one caller may send at once: those of a minute, burst included (decisions 6.16). */
export interface Attack {
  name: string;
  /** In turns. */
  shots: Shot[];
  most: number;
  /** Requests a minute for as long as the caller likes. */
  perMinute: number;
}

interface Volley {
  port: number;
  /** In turns. */
  shots: readonly Shot[];
  /** Requests in all. */
  most: number;
  /** Requests at a time. */
  abreast: number;
  localAddress: string;
  /** The shot that comes first. */
  from?: number;
}

/** @returns how often each status came; 0 for a connection that broke */
export async function fire({
  port,
  shots,
  most,
  abreast,
  localAddress,
  from = 0,
}: Volley): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: abreast, localAddress });
  const statuses = new Map<number, number>();
  let sent = 0;
  const one = async (): Promise<void> => {
    while (sent < most) {
      const shot = shots[(from + sent++) % shots.length];
      if (!shot) return;
      const status = await send(port, shot, agent).catch(() => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: abreast }, one));
  agent.destroy();
  return statuses;
}

function send(port: number, { method, path, headers, body }: Shot, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, method, path, agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      answer.on('error', reject);
    });
    call.setTimeout(60_000, () => call.destroy(new Error('no answer')));
    call.on('error', reject);
    call.end(body);
  });
}

let strangers = 0;

/** Returns the address of a stranger that has not called before. */
export function aStranger(): string {
  strangers++;
  return `127.1.${strangers >> 7}.${(strangers & 127) + 1}`;
}

/** Returns how often each status came, as text. */
export const told = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses].map(([status, times]) => `${status}×${times}`).join(' ');
