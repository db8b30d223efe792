import { styleText } from 'node:util';
import type { Io, Sink } from './io.ts';

/** Returns a text in a color if a terminal shows it, and the user has not set NO_COLOR (no-color.org). */
export function painted(
  style: 'red' | 'bold' | 'dim',
  text: string,
  { env }: Pick<Io, 'env'>,
  sink: Sink,
): string {
  if (!sink.isTerminal || env['NO_COLOR'] || env['TERM'] === 'dumb') return text;
  return styleText(style, text, { validateStream: false });
}
