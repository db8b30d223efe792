import { texts } from '../../texts/connections.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { changeDomains, domainsCall } from './use-connection.ts';

const { domains: words } = texts;

interface Parts {
  domain: string;
  connection: { id: string; type: string };
  /** The domains of the connection as they are shown. */
  all: readonly string[];
  onClose: () => void;
}

/** Takes a domain from its connection, and says first what is lost. */
export function RemoveDomain({ domain, connection, all, onClose }: Parts) {
  const without = (names: readonly string[]) => names.filter((name) => name !== domain);
  return (
    <Confirm
      {...about(words.remove, domain)}
      call={domainsCall(connection, without(all))}
      act={() => changeDomains(connection, without)}
      onClose={onClose}
    />
  );
}
