/** A result: its page, what it is, and the field that the question names. */
interface Found {
  id: string;
  kind: string;
  title: string;
  beside: string;
  field?: string;
}

/** Makes the search of the entries of `search.json`. Returns the results for a question, the best first. */
export function makeSearch(MiniSearch: unknown, data: unknown): (question: string) => Found[];
