// The objects of a directory, each judged by the schema of its kind.
import { UsageError } from '../failures.ts';
import { type Node, SpecCheck } from './check-spec.ts';
import { type Directory, ofKinds, readObjects } from './objects.ts';
import { ConfigError, type Problem } from './problems.ts';
import { fieldName, sentence } from './pointers.ts';

interface ConfigSchema extends Node {
  definitions: Record<string, Node>;
}

/** Reads the objects of these kinds, or all of them. @throws {ConfigError} with every problem */
export async function readChecked(dir: string, kinds: readonly string[]): Promise<Directory> {
  const directory = ofKinds(readObjects(dir), kinds);
  // With --prune, a wrong folder would end every object.
  if (!directory.hasFiles)
    throw new UsageError('The folder has no file that ends with .yaml or .yml. Is it the right one?');
  // Loaded late, because the schema is long.
  const { default: loaded } = await import('../generated/config-schema.json', { with: { type: 'json' } });
  const schema = loaded as unknown as ConfigSchema;
  const check = new SpecCheck(schema.definitions);
  const { kind: kindRule = {}, key: keyRule = {} } = schema.properties ?? {};
  const problems = directory.objects.flatMap(({ kind, key, spec }, at): Problem[] => {
    const specRule = schema.definitions[`spec.${kind}`];
    const found = [
      ...check.findings(kindRule, kind, '/kind'),
      ...check.findings(keyRule, key, '/key'),
      ...(specRule ? check.findings(specRule, spec, '/spec') : []),
    ];
    return found.map(({ pointer, rule, example }) => {
      const place = directory.placeOf(`/${at}${pointer}`);
      return {
        ...(place && { place }),
        rule: sentence(`${fieldName(pointer)} ${rule}`),
        ...(example !== undefined && { example }),
      };
    });
  });
  if (problems.length > 0) throw new ConfigError(problems, dir);
  return directory;
}
