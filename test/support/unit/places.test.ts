import { describe, expect, test } from 'vitest';
import { type Taken, tryEach } from '../places.ts';

/** Returns a service that refuses some places by name first, then one place by 404, and takes all others. */
const answering = (byName: readonly string[], missing?: string) => {
  const asked: string[] = [];
  const send = async (places: readonly string[], value: string): Promise<Taken> => {
    asked.push(`${places.join('+')}=${value}`);
    const refused = places.filter((place) => byName.includes(place));
    if (refused.length > 0) return { status: 400, refused };
    return { status: missing !== undefined && places.includes(missing) ? 404 : 200, refused: [] };
  };
  return { asked, send };
};

describe('tryEach', () => {
  test('asks again without the places that were refused by name', async () => {
    const { asked, send } = answering(['a', 'b']);
    await tryEach(['a', 'b', 'c', 'd'], ['x'], send);
    expect(asked).toEqual(['a+b+c+d=x', 'c+d=x']);
  });

  test('asks each place alone where a refusal names none, and that place apart from then on', async () => {
    const { asked, send } = answering([], 'c');
    await tryEach(['a', 'b', 'c'], ['x', 'y'], send);
    expect(asked).toEqual(['a+b+c=x', 'a=x', 'b=x', 'c=x', 'a+b=y', 'c=y']);
  });

  test('asks the last place alone', async () => {
    const { asked, send } = answering(['a']);
    await tryEach(['a', 'b'], ['x'], send);
    expect(asked).toEqual(['a+b=x', 'b=x']);
  });
});
