// JSON pointers (RFC 6901), which name a part of an object.

export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const unescaped = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the name that people know a part by: the field, or the field of the list with the item. */
export function fieldName(pointer: string): string {
  const name = pointer.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part));
  return name === undefined ? 'The object' : unescaped(name);
}

export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
