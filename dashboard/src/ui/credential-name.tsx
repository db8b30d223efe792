import { RowLink } from './columns.tsx';
import { NameLine } from './name-line.tsx';

/** The name of a credential as a link to its page, with the ends of its secret. */
export const CredentialName = ({
  of: { id, name, prefix, last4 },
}: {
  of: { id: string; name: string; prefix: string; last4: string };
}) => (
  <NameLine name={<RowLink to={`credentials/${id}`}>{name}</RowLink>} detail={`${prefix}…${last4}`} isCode />
);
