// keyward open: the dashboard page of an id.
import { type Thing, thingOf } from '../../../../dashboard/src/ui/kinds.ts';
import { UsageError } from '../failures.ts';
import type { Service } from '../service.ts';
import { openBrowser } from './browser.ts';
import type { HandModule } from './hand-command.ts';

export const hand: HandModule = {
  examples: ['open cred_01kahz5v3be4nr7q2m8x9c0d1e', 'open usr_01kahz5v3be4nr7q2m8x9c0d1e --print'],
  add(parser, run) {
    parser
      .argument('<id>', 'An ID, such as cred_…, usr_… or req_…')
      .option('--print', 'Print the address, and open no browser')
      .action(async (id: string) => {
        const { print = false } = parser.opts<{ print?: boolean }>();
        const thing = thingOf(id);
        // Not the argument: it may be a secret.
        if (!thing)
          throw new UsageError(
            'The dashboard has no page for this. `keyward open` takes an ID, such as cred_01kahz5v3be4nr7q2m8x9c0d1e.',
          );
        const { out, err, env } = run.io;
        const address = await addressOf(id, thing, await run.service());
        if (thing.isNear)
          err.write(`keyward: A ${thing.kind} has no page of its own. This is the nearest one.\n`);
        if (print || !(await openBrowser(address, env))) out.write(`${address}\n`);
      });
  },
};

/** Returns the address of a page. The tenant of the caller is a part of it. */
async function addressOf(id: string, { path, search }: Thing, service: Service): Promise<string> {
  service.requireCaller();
  const tenant = id.startsWith('org_') ? id : (await service.keyward.me.get()).orgId;
  const page = id.startsWith('fed_') ? await connectionPath(id, service) : path;
  const query = new URLSearchParams(search).toString();
  return `${service.baseUrl}/admin/${tenant}/${page}${query && `?${query}`}`;
}

/** The address of a connection has its protocol, which its id does not tell. */
async function connectionPath(id: string, { keyward }: Service): Promise<string> {
  const { type } = await keyward.federation.getConnection(id);
  return `connections/${type.toLowerCase()}/${id}`;
}
