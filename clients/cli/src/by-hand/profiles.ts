// keyward profiles: the profiles of this user.
import { Option } from 'commander';
import { nameOf } from '../profiles/connection.ts';
import { Profiles } from '../profiles/store.ts';
import { ListTable } from '../output/table.ts';
import type { Answer } from '../service.ts';
import { shownJson } from '../shown.ts';
import type { HandModule } from './hand-command.ts';

export const hand: HandModule = {
  examples: ['profiles', 'profiles -o json'],
  add(parser, run) {
    parser
      .addOption(
        new Option('-o, --output <format>', 'The format of the list')
          .choices(['table', 'json'])
          .default('table'),
      )
      .action(() => {
        const { output } = parser.opts<{ output: string }>();
        const { io } = run;
        const profiles = Profiles.of(io.env);
        const used = nameOf(io, run.target());
        const list = (profiles?.names() ?? []).map((name) => describe(profiles, name, used));
        if (output === 'json') io.out.write(`${shownJson({ data: list })}\n`);
        else if (list.length > 0)
          new ListTable(['name', 'used', 'url', 'tenant', 'user', 'scopes'], io).add(list);
      });
  },
};

/** No token and no key of a profile is in the list. */
function describe(profiles: Profiles | undefined, name: string, used: string): Answer {
  const isUsed = { name, used: name === used ? 'yes' : '' };
  try {
    const profile = profiles?.read(name);
    if (!profile) return isUsed;
    const { url, tenant, user, scope } = profile;
    return { ...isUsed, url, tenant, user, scopes: scope.split(' ') };
  } catch (error) {
    return { ...isUsed, url: (error as Error).message };
  }
}
