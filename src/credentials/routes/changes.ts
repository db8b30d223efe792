import type { Pool } from 'pg';
import { type Handlers, liveStream } from '../../operation.ts';
import type { Log } from '../../platform/log.ts';
import type { Vault } from '../../platform/vault.ts';
import { changeLines } from '../change-lines.ts';
import { changePlaces } from '../change-places.ts';
import { changeStreams } from '../change-streams.ts';
import { readVerificationChanges } from '../sql/verification-changes.ts';

export const routes = ({
  vault,
  waiting: { pool, stopping },
  log,
}: {
  vault: Vault;
  waiting: { pool: Pool; stopping: AbortSignal };
  log: Log;
}): Pick<Handlers<'credentials'>, 'streamCredentialChanges'> => {
  const streams = changeStreams({
    read: (orgIds, place) => readVerificationChanges(pool, orgIds, place),
    log,
  });
  return {
    async streamCredentialChanges({ query, caller, judgeAgain, sent }) {
      const { orgId } = caller;
      const gone = new AbortController();
      const lines = changeLines({
        open: () => streams.open(orgId),
        places: changePlaces(vault, orgId),
        after: sent.header('last-event-id') ?? query.after,
        read: (place) => readVerificationChanges(pool, [orgId], place),
        judgeAgain,
        concerns: ({ credentials, identities, all }) =>
          all ||
          ('credentialId' in caller &&
            (credentials.includes(caller.credentialId) || identities.includes(caller.identityId))),
        gone: gone.signal,
        stopping,
        seconds: query.seconds,
      });
      return liveStream(lines, 'text/event-stream', () => gone.abort());
    },
  };
};
