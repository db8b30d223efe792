// Facts of a release about the files of the guides: where their sources are, and when they changed.

/** The facts of `release.json` and of the history of the repository. Each may be missing. */
export interface Release {
  /** Returns where a reader sees a file of the repository. */
  sourceUrl?: (file: string) => string;
  /** Returns where a reader suggests a change of a file. */
  editUrl?: (file: string) => string;
  /** The day of the last change of each file, such as `2026-11-30`. */
  changed: Readonly<Record<string, string>>;
}

/** Returns the function that fills a file into an address of `release.json`. Only addresses with https become links. */
const filling = (address: unknown): ((file: string) => string) | undefined =>
  typeof address === 'string' && /^https:\/\/[^"<>\s]*\{file\}/.test(address)
    ? (file) => address.replace('{file}', encodeURI(file))
    : undefined;

/**
 * Reads the facts of a release.
 * @param release the text of `release.json`, with `sourceUrl` and `editUrl`; `{file}` in them stands for a path
 * @param changed the days of changes by file, as JSON. `make build` and `make image` write them, and `make site` reads them from Git
 */
export function releaseOf(release: string | undefined, changed: string | undefined): Release {
  const facts = JSON.parse(release ?? '{}') as { sourceUrl?: unknown; editUrl?: unknown };
  const sourceUrl = filling(facts.sourceUrl);
  const editUrl = filling(facts.editUrl);
  return {
    ...(sourceUrl && { sourceUrl }),
    ...(editUrl && { editUrl }),
    changed: JSON.parse(changed ?? '{}') as Record<string, string>,
  };
}
