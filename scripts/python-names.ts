// Names of the contract as the Python client writes them: arguments and models by the rules of openapi-python-client
// (its strings.py), methods by those of scripts/client-python.ts.

const keywords =
  'and as assert async await break class continue def del elif else except finally for from global if import in is ' +
  'lambda nonlocal not or pass raise return try while with yield';
// An argument also steps aside for what every module has already, but for `id`.
const builtins =
  'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex ' +
  'copyright credits datetime delattr dict dir divmod enumerate eval exec exit false filter float format frozenset ' +
  'getattr globals hasattr hash help hex input int isinstance issubclass iter len license list locals map max ' +
  'memoryview min next object oct open ord pow print property quit range repr reversed round self set setattr slice ' +
  'sorted staticmethod str sum super true tuple type vars zip';
const isTaken = (names: string) => (name: string) => ` ${names} `.includes(` ${name} `);
const isKeyword = isTaken(keywords);
const isReserved = isTaken(`${keywords} ${builtins}`);

const words = (name: string): string[] =>
  (/[A-Z]/.test(name) ? name.split(/([A-Z]?[a-z]+)/).join(' ') : name).match(/[A-Za-z0-9]+/g) ?? [];

/** Returns the name of an argument or a family: `identity_id`, `type_`. */
export function pythonName(name: string): string {
  const snake = words(name).join('_').toLowerCase();
  return isReserved(snake) ? `${snake}_` : snake;
}

/** Returns the name of a method, which hides nothing: `list`, `get_usage`. */
export function pythonMethod(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return isKeyword(snake) ? `${snake}_` : snake;
}

/** Returns the name of a model: `IdentityInput`. */
export const pythonClass = (name: string): string =>
  words(name)
    .map((word) =>
      word === word.toUpperCase() ? word : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('');
