// keyward config schema: the JSON Schema of the files, for editors.
import { schemaText } from '../config/schema.ts';
import type { HandModule } from './hand-command.ts';

export const hand: HandModule = {
  examples: ['config schema > config/keyward.schema.json'],
  add(parser, run) {
    parser
      .addHelpText(
        'after',
        '\nThis line at the beginning of a file lets editors complete its fields:\n  # yaml-language-server: $schema=keyward.schema.json',
      )
      .action(async () => run.io.out.write(await schemaText()));
  },
};
