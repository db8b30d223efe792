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

/** The families of a process. Each is built once, when it is opened. */
export interface Opened<Family extends string> {
  /** The families that are built. */
  readonly built: ReadonlyMap<Family, object>;
  /** Builds a family, and loads its code if that was not loaded yet. */
  open: (family: Family) => object | Promise<object>;
}

/** Returns families that are built from these parts. */
export function opened<Family extends string>(
  doors: Readonly<Record<Family, Door<object>>>,
  parts: Parts,
): Opened<Family> {
  const built = new Map<Family, object>();
  const build = (family: Family, routes: Routes<object>): object => {
    const handlers = built.get(family) ?? routes(parts);
    built.set(family, handlers);
    return handlers;
  };
  return {
    built,
    open(family) {
      const door = doors[family];
      return 'routes' in door
        ? build(family, door.routes)
        : door.load().then((routes) => build(family, routes));
    },
  };
}
