import { useMantineColorScheme } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  BookOpen,
  Building2,
  History,
  LogIn,
  LogOut,
  Moon,
  SlidersHorizontal,
  Sun,
  UserRound,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '../texts/app.ts';
import { actions } from './actions.ts';
import { signOutAddress } from './addresses.ts';
import { useResources } from './find-resources.ts';
import { holds, useSession } from './me.ts';
import { organizationsOf } from './organization-switch.tsx';
import { places } from './places.ts';
import { recentPages } from './recent.ts';
import { offeredTo } from './sections.ts';
import { thingOf } from '../ui/kinds.ts';
import { useNames } from '../ui/names.ts';
import { useKeyGuard } from '../ui/pasted-key.ts';

const [store, { open, close }] = createSpotlight();
const { palette: words } = texts;

interface Entry {
  label: string;
  /** Other words that users may type. */
  words?: string | undefined;
  /** The kind of thing, such as “User”. Only entries with the name of a resource have it. */
  kind?: string | undefined;
  icon: ReactNode;
  act: () => void;
}

const idIn = (path: string): string => path.split('/').at(-1) ?? '';

/** The entries that have each word of the query. Those with all of them in the label come first. */
function fitting(query: string, entries: readonly Entry[]): Entry[] {
  const asked = query.toLowerCase().split(/\s+/);
  const missing = (text: string) => asked.filter((word) => !text.toLowerCase().includes(word)).length;
  return entries
    .filter(({ label, words: more = '' }) => missing(`${label} ${more}`) === 0)
    .toSorted((one, other) => missing(one.label) - missing(other.label));
}

/** Goes to a section, or to a resource by its name or id, or begins something. */
export function Palette({ onClose, onOther }: { onClose: () => void; onOther: () => void }) {
  const { me, tenant } = useSession();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const [query, setQuery] = useState('');
  const found = useResources(query);
  useEffect(() => open(), []);
  const isKey = useKeyGuard();
  const ask = (text: string) => {
    if (!isKey(text)) return setQuery(text);
    setQuery('');
    close();
  };
  const go =
    (path: string, search: Record<string, string> = {}, of = tenant) =>
    () =>
      void navigate({ to: `/${of}${path ? `/${path}` : ''}` as never, search: search as never });
  const leave = (address: string) => () => location.assign(address);
  const ofSections: Entry[] = offeredTo(me.scopes).map(({ path, title, icon: Icon }) => ({
    label: title,
    icon: <Icon size={17} />,
    act: go(path),
  }));
  const ofPlaces: Entry[] = places
    .filter(({ needs }) => needs === undefined || holds(me.scopes, needs))
    .map(({ title, words: more, path, tab }) => ({
      label: title,
      words: more,
      icon: <SlidersHorizontal size={17} />,
      act: go(path, tab ? { tab } : {}),
    }));
  const [pages] = useState(() => recentPages(tenant));
  const names = useNames(pages.map(idIn));
  // A thing that was deleted, or that the user may not read, has no name.
  const ofRecent: Entry[] = pages.flatMap((path) => {
    const label = names.get(idIn(path));
    const kind = thingOf(idIn(path))?.kind;
    return label ? [{ label, words: kind, kind, icon: <History size={17} />, act: go(path) }] : [];
  });
  const ofActions: Entry[] = actions
    .filter(({ needs }) => [needs].flat().some((one) => holds(me.scopes, one)))
    .map(({ title, words: more, icon: Icon, path, search }) => ({
      label: title,
      words: more,
      icon: <Icon size={17} />,
      act: go(path, search),
    }));
  const isLive = me.environment === 'live';
  const ofSwitches: Entry[] = [
    {
      label: isLive ? words.toTest : words.toLive,
      words: 'environment',
      icon: <ArrowLeftRight size={17} />,
      act: go('', {}, isLive ? me.organization.testOrgId : me.organization.liveOrgId),
    },
    ...organizationsOf(me)
      .filter(({ isOpen }) => !isOpen)
      .map((one) => ({
        label: words.toOrganization(one.name),
        words: `organization tenant ${one.tenant}`,
        icon: <Building2 size={17} />,
        act: go('', {}, one.tenant),
      })),
    {
      label: texts.otherOrganization.title,
      words: 'switch tenant add',
      icon: <LogIn size={17} />,
      act: onOther,
    },
    {
      label: words.lightMode,
      words: 'theme mode',
      icon: <Sun size={17} />,
      act: () => setColorScheme('light'),
    },
    {
      label: words.darkMode,
      words: 'theme mode',
      icon: <Moon size={17} />,
      act: () => setColorScheme('dark'),
    },
    {
      label: texts.reference,
      words: 'docs documentation openapi',
      icon: <BookOpen size={17} />,
      act: leave('/docs'),
    },
    {
      label: texts.account,
      words: 'profile password passkeys',
      icon: <UserRound size={17} />,
      act: leave(`/account/${me.organization.liveOrgId}`),
    },
    {
      label: texts.signOut,
      words: 'log out leave',
      icon: <LogOut size={17} />,
      act: leave(signOutAddress(me.organization.liveOrgId)),
    },
  ];
  const shown = (group: string, entries: readonly Entry[]) => ({
    group,
    actions: fitting(query.trim(), entries).map(
      ({ label, kind, icon, act }, at): SpotlightActionData => ({
        // Two things may have one name.
        id: `${group} ${label} ${kind ? at : ''}`,
        label,
        ...(kind ? { description: kind } : {}),
        onClick: act,
        leftSection: icon,
      }),
    ),
  });
  const ofResources: SpotlightActionData[] = found.map(({ path, search, name, kind }) => ({
    id: `${path} ${JSON.stringify(search ?? {})} ${name}`,
    label: name,
    description: kind,
    onClick: go(path, search),
  }));
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={ask}
      onSpotlightClose={onClose}
      nothingFound={words.nothing}
      searchProps={{ placeholder: words.placeholder, 'aria-label': words.placeholder }}
      // The service has found the resources, perhaps by their ids. The rest is filtered here.
      filter={(_query, all) => all}
      actions={[
        shown(words.recent, ofRecent),
        { group: words.resources, actions: ofResources },
        shown(words.sections, ofSections),
        // They are found by what is typed. A list of all of them would hide the actions.
        shown(words.settings, query.trim() === '' ? [] : ofPlaces),
        shown(words.begin, ofActions),
        shown(words.switch, ofSwitches),
      ].filter((group) => group.actions.length > 0)}
      scrollable
      maxHeight={420}
    />
  );
}
