import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { texts } from '../texts/app.ts';
import { useResources } from './find-resources.ts';
import { useSession } from './me.ts';
import { offeredTo } from './sections.ts';

const [store, { open }] = createSpotlight();

/** Goes to a section, or to a resource by its name or id. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { me, tenant } = useSession();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const found = useResources(query);
  useEffect(() => open(), []);
  const go =
    (path: string, search: Record<string, string> = {}) =>
    () =>
      void navigate({ to: `/${tenant}/${path}` as never, search: search as never });
  const ofSections: SpotlightActionData[] = offeredTo(me.scopes).map(({ path, title, icon: Icon }) => ({
    id: `section ${path}`,
    label: title,
    onClick: go(path),
    leftSection: <Icon size={17} />,
  }));
  const ofResources: SpotlightActionData[] = found.map(({ path, search, name, kind }) => ({
    id: path,
    label: name,
    description: kind,
    onClick: go(path, search),
    // Found by the service, perhaps by its id: always shown.
    keywords: [query],
  }));
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      nothingFound={texts.palette.nothing}
      searchProps={{ placeholder: texts.palette.placeholder, 'aria-label': texts.palette.placeholder }}
      actions={[
        { group: texts.palette.resources, actions: ofResources },
        { group: texts.palette.sections, actions: ofSections },
      ]}
      scrollable
    />
  );
}
