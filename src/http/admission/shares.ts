/**
 * Counts what owners hold of something that is shared.
 * @returns what adds to it, and says whether the owner holds no more than is free now (docs/decisions/0036)
 */
export function shares(all: number): (owner: string, more: number) => boolean {
  const held = new Map<string, number>();
  let free = all;
  return (owner, more) => {
    const now = (held.get(owner) ?? 0) + more;
    free -= more;
    if (now > 0) held.set(owner, now);
    else held.delete(owner);
    return now <= free;
  };
}
