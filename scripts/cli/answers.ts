// The columns of the table of an answer, and the field that names a resource.
import { type Contract, follow, type Operation, type Schema } from '../../src/lib/contract.ts';
import { flat } from './fields.ts';

const widest = 6;
/** Fields that a table of a list leaves out: long texts, addresses of pages, and facts that seldom differ. */
const unshown =
  /^(?:description|metadata|schemas|environment|createdBy|updatedBy|updatedAt|reason|statusReason)$|(?:Uri|Url|Set|Xml)$/;
const isTime = (name: string): boolean => /At$|^(?:at|timestamp)$/.test(name);
/** The time that a list shows, the first that there is. */
const times = ['lastUsedAt', 'lastSeenAt', 'timestamp', 'at', 'expiresAt', 'createdAt'];
const scalars = ['string', 'integer', 'number', 'boolean'];

/** Returns the schema of a successful answer, and its media type. */
export function answerOf(
  contract: Contract,
  operation: Operation,
): { type?: string; schema: Schema; etag: boolean } {
  const found = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const answer = found && follow(contract, found);
  const [type, media] = Object.entries(answer?.content ?? {})[0] ?? [];
  return {
    ...(type !== undefined && { type }),
    schema: media?.schema ?? {},
    etag: answer?.headers?.['ETag'] !== undefined,
  };
}

/** Returns the fields of an item of a list, or of the answer. */
function itemOf(contract: Contract, schema: Schema): { isList: boolean; properties: Record<string, Schema> } {
  const { properties = {} } = flat(contract, schema);
  const list = properties['data'] ?? properties['Resources'];
  const items = list && flat(contract, list).items;
  return {
    isList: items !== undefined,
    properties: items ? (flat(contract, items).properties ?? {}) : properties,
  };
}

export function shownOf(contract: Contract, schema: Schema): { columns?: string[]; key?: string } {
  const { isList, properties } = itemOf(contract, schema);
  const names = Object.keys(properties);
  const key = properties['id']
    ? 'id'
    : names.find((name) => /^(?:clientId|credentialId|userId|domain)$/.test(name));
  const plain = names.filter((name) => {
    const { type = '' } = flat(contract, properties[name] ?? {});
    return scalars.includes(String(type)) && !unshown.test(name);
  });
  const time = times.find((name) => plain.includes(name));
  const others = plain.filter((name) => name !== key && !isTime(name));
  const columns = [...(key ? [key] : []), ...others].slice(0, widest - (time ? 1 : 0));
  return {
    ...(isList && columns.length > 0 && { columns: [...columns, ...(time ? [time] : [])] }),
    ...(key !== undefined && { key }),
  };
}
