// keyward whoami: the caller, with the key or the profile, and the tenant.
import { Option } from 'commander';
import { fieldTable } from '../output/table.ts';
import { shownJson } from '../shown.ts';
import type { HandModule } from './hand-command.ts';

export const hand: HandModule = {
  examples: ['whoami', 'whoami -o json'],
  add(parser, run) {
    parser
      .addOption(
        new Option('-o, --output <format>', 'The format of the answer')
          .choices(['table', 'json'])
          .default('table'),
      )
      .action(async () => {
        const { output } = parser.opts<{ output: string }>();
        const service = await run.service();
        service.requireCaller();
        const { type, id, name, roles, scopes, orgId, environment, organization } =
          await service.keyward.me.get();
        const told = {
          by: service.profile === undefined ? 'KEYWARD_API_KEY' : `profile ${service.profile}`,
          url: service.baseUrl,
          organization: organization.name,
          tenant: orgId,
          environment,
          type,
          id,
          name,
          roles,
          scopes,
        };
        run.io.out.write(output === 'json' ? `${shownJson(told)}\n` : fieldTable(told));
      });
  },
};
