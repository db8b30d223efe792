import { isObject } from '../lib/object.ts';

/**
 * Returns a line of the log as people read it on a terminal: local time, level, message, facts. Errors follow on lines of
 * their own with everything that is known of them.
 * @param line one JSON object as pino writes it
 */
export function lineForPeople(line: string): string {
  const parsed: unknown = JSON.parse(line);
  if (!isObject(parsed)) return line;
  const { level, time, msg, err, ...rest } = parsed;
  const clock = new Date(String(time)).toTimeString().slice(0, 8);
  const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${shown(value)}`);
  const head = `${clock} ${String(level).padEnd(5)} ${harmless(msg ?? '')}${facts.join('')}\n`;
  return err === undefined ? head : `${head}${errorForPeople(err, '  ')}`;
}

const shown = (value: unknown): string =>
  typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : harmless(JSON.stringify(value));

/** A terminal obeys control characters; what is logged may come from a database or a server of others. */
const harmless = (text: unknown): string =>
  // oxlint-disable-next-line no-control-regex
  String(text).replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });

function errorForPeople(error: unknown, indent: string): string {
  if (!isObject(error)) return `${indent}${shown(error)}\n`;
  const { type, message, stack, cause, errors, ...rest } = error;
  const facts = Object.entries(rest).map(([name, value]) => ` ${name}=${shown(value)}`);
  // The stack begins with the type and the message.
  const text = typeof stack === 'string' ? stack : `${String(type)}: ${String(message)}`;
  const lines = `${harmless(text)}${facts.length > 0 ? `\n   ${facts.join('')}` : ''}`.split('\n');
  const several: unknown[] = Array.isArray(errors) ? errors : [];
  return [
    ...lines.map((one) => `${indent}${one}\n`),
    ...several.map((one) => `${indent}one of several errors:\n${errorForPeople(one, `${indent}  `)}`),
    ...(cause === undefined ? [] : [`${indent}caused by:\n${errorForPeople(cause, `${indent}  `)}`]),
  ].join('');
}
