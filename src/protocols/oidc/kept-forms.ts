import { randomBytes } from 'node:crypto';
import { createAdapter } from './adapter.ts';
import type { EngineForm, EngineParts } from './parts.ts';

/**
 * Forms that a client has a browser post to us. The cookies of ours do not come along with them, so they are kept, and the
 * browser comes back by GET, which brings them (OpenID Connect Core section 3.1.2.1 asks for both).
 */
export interface KeptForms {
  /** @returns its name, which nobody can guess */
  keep: (form: EngineForm) => Promise<string>;
  /** @returns what was kept, as a query; undefined for what is not there any more */
  find: (name: string) => Promise<string | undefined>;
}

/** Longer than a browser takes to come back; whoever reloads the page later has begun it again. */
const seconds = 600;

export function keptForms(
  orgId: string,
  parts: Pick<EngineParts, 'pool' | 'sealer' | 'saveToken' | 'trail'>,
): KeptForms {
  const adapter = createAdapter(orgId, 'KeptForm', parts);
  return {
    async keep(form) {
      const name = randomBytes(32).toString('base64url');
      const fields = Object.entries(form).flatMap(([field, said]) =>
        [said ?? []].flat().map((one): [string, string] => [field, one]),
      );
      await adapter.upsert(name, { query: new URLSearchParams(fields).toString() }, seconds);
      return name;
    },
    async find(name) {
      const kept = await adapter.find(name);
      return typeof kept?.['query'] === 'string' ? kept['query'] : undefined;
    },
  };
}
