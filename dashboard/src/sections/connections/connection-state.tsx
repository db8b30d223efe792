import { Badge } from '@mantine/core';
import type { ConnectionStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { State } from '../../ui/state.tsx';

interface Known {
  status: ConnectionStatus;
  isDraft: boolean;
}

/** The status of a connection as a badge. A draft is not known as disabled. */
export const ConnectionState = ({ connection }: { connection: Known }) =>
  connection.isDraft ? (
    <Badge color="blue" tt="none" miw="max-content">
      {texts.draft.state}
    </Badge>
  ) : (
    <State value={connection.status} />
  );
