import { access, readFile } from 'node:fs/promises';
import { atFirstUse } from '../../lib/at-first-use.ts';
import type { Service } from '../../platform/service.ts';

const json = new URL('../../../generated/openapi.json', import.meta.url);
const yaml = new URL('../../../generated/openapi.yaml', import.meta.url);

/**
 * Returns the contract as it is sent. Few ask for it, so it is read for the first of them.
 * @throws if a file of it is missing
 */
export async function wholeContract(): Promise<Service['document']> {
  await Promise.all([access(json), access(yaml)]);
  return {
    json: atFirstUse(async () => {
      const body = JSON.parse(await readFile(json, 'utf8')) as Record<string, unknown>;
      return { body, bytes: Buffer.from(JSON.stringify(body)) };
    }),
    yaml: atFirstUse(async () => {
      const bytes = await readFile(yaml);
      return { body: bytes.toString(), bytes };
    }),
  };
}
