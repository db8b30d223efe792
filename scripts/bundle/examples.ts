// Composes examples from those of schemas: `{ x-like: <schema>, status: REVOKED }` is its example with another status,
// and `x-without: [groups]` is without that field.
import type { Mapping, Placed, Source } from './source.ts';

const like = 'x-like';

export function composeExamples(source: Source): void {
  for (const at of source.operations) {
    const contents = [at.operation.requestBody, ...Object.values(at.operation.responses)].map(
      (part) => part?.content ?? {},
    );
    for (const media of contents.flatMap((content) => Object.values(content)))
      if (media['example'] !== undefined) media['example'] = composed(source, at, media['example']);
  }
}

function composed(source: Source, at: Placed, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => composed(source, at, one));
  if (typeof value !== 'object' || value === null) return value;
  const { [like]: ref, 'x-without': without = [], ...own } = value as Mapping;
  const entries = Object.entries(own).map(([key, one]) => [key, composed(source, at, one)]);
  const changed = Object.fromEntries(entries) as Mapping;
  if (typeof ref !== 'string') return changed;
  const [file = '', name = ''] = ref.replace(/^\.\.\//, '').split('#/');
  const { example } = (source.read(file)[name] ?? {}) as { example?: Mapping };
  if (example === undefined) source.report(at, `x-like names ${ref}, which has no example`);
  const kept = Object.entries(example ?? {}).filter(([key]) => !(without as string[]).includes(key));
  return { ...structuredClone(Object.fromEntries(kept)), ...changed };
}
