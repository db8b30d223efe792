import { basicOf } from './requests.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Other ways to write Basic credentials. Some mean the same, and others mean nothing. */
export const basicWritings: Record<string, (id: string, secret: string) => string> = {
  'no encoding': (id, secret) => `Basic ${base64(`${id}:${secret}`)}`,
  'small letters': (id, secret) => basicOf(id, secret).replace('Basic', 'basic'),
  'capital letters': (id, secret) => basicOf(id, secret).replace('Basic', 'BASIC'),
  'two spaces': (id, secret) => basicOf(id, secret).replace(' ', '  '),
  'a space at the end': (id, secret) => `${basicOf(id, secret)} `,
  tab: (id, secret) => basicOf(id, secret).replace(' ', '\t'),
  'no padding': (id, secret) => basicOf(id, secret).replace(/=+$/, ''),
  'more padding': (id, secret) => `${basicOf(id, secret)}==`,
  'the alphabet of URLs': (id, secret) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64url')}`,
  'no colon': (id, secret) => `Basic ${base64(id + secret)}`,
  'no secret': (id) => `Basic ${base64(`${id}:`)}`,
  'no id': (_id, secret) => `Basic ${base64(`:${secret}`)}`,
  'everything encoded': (id, secret) =>
    `Basic ${base64([id, secret].map((part) => part.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`)).join(':'))}`,
  'a wrong percent sign': (id, secret) => `Basic ${base64(`${id}:${secret}%zz`)}`,
  'a plus sign': (id, secret) => `Basic ${base64(`${id}:${secret}+`)}`,
  'no ASCII': (id, secret) => `Basic ${base64(`${id}:${secret}ü`)}`,
  'a control character': (id, secret) => `Basic ${base64(`${id}:${secret}\u0001`)}`,
  'no Base64': (id, secret) => `Basic ${id}:${secret}`,
  'no credentials': () => 'Basic',
  'another scheme': (id, secret) => basicOf(id, secret).replace('Basic', 'Bearer'),
  'words behind': (id, secret) => `${basicOf(id, secret)}, x`,
};
