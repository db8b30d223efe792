import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import type { Parts } from '../parts.ts';

/** The routes of one room for one family: builds handlers from the parts that it names. */
type Routes<Handlers extends object> = (parts: Parts) => Handlers;

/** Where the handlers of a family are found: in code that is here, or in code that is loaded at its first use. */
export type Door<Handlers extends object> =
  | { readonly routes: Routes<Handlers> }
  | { readonly load: () => Promise<Routes<Handlers>> };

type Joined<All> = All extends readonly [Routes<infer First>, ...infer Rest] ? First & Joined<Rest> : object;

function joined<All extends readonly Routes<object>[]>(all: All): Routes<Joined<All>> {
  return (parts) => Object.assign({}, ...all.map((routes) => routes(parts)));
}

/** Makes the door of a family whose code is loaded with the process. */
export const atStart = <All extends readonly Routes<object>[]>(...all: All): Door<Joined<All>> => ({
  routes: joined(all),
});

type Load = () => Promise<{ routes: Routes<object> }>;

type Loaded<Loads extends readonly Load[]> = {
  readonly [At in keyof Loads]: Awaited<ReturnType<Loads[At]>>['routes'];
};

/** Makes the door of a family whose code is loaded at its first use. */
export const later = <Loads extends readonly Load[]>(...loads: Loads): Door<Joined<Loaded<Loads>>> => ({
  load: codeAtFirstUse(async () => {
    const found = await Promise.all(loads.map((load) => load()));
    return joined(found.map(({ routes }) => routes)) as Routes<Joined<Loaded<Loads>>>;
  }),
});

/** Returns the function that opens doors. Each family is built once for these parts. */
export function opened<Family extends string>(
  doors: Readonly<Record<Family, Door<object>>>,
  parts: Parts,
): (family: Family) => object | Promise<object> {
  const built = new Map<Family, object>();
  const build = (family: Family, routes: Routes<object>): object => {
    const handlers = built.get(family) ?? routes(parts);
    built.set(family, handlers);
    return handlers;
  };
  return (family) => {
    const known = built.get(family);
    if (known) return known;
    const door = doors[family];
    return 'routes' in door
      ? build(family, door.routes)
      : door.load().then((routes) => build(family, routes));
  };
}
