import { useNames } from './names.ts';
import { ThingLink } from './thing-link.tsx';

/** A link to the page of a thing with its name, or with its id where the user may not read the name. */
export function NamedLink({ id, size = 'md' }: { id: string; size?: 'xs' | 'sm' | 'md' }) {
  return <ThingLink id={id} name={useNames([id]).get(id)} size={size} />;
}
