// A command as `make generate` describes it, from one operation of the contract (scripts/client-cli.ts).

/** How the value of a flag is read. `json` is an object, or any value. */
export type Kind = 'text' | 'number' | 'switch' | 'json';

/** A field of a query or of a body, and the flag that sets it. */
export interface Field {
  /** The path of the field in the query or in the body, with dots: `conditions.users.include`. */
  name: string;
  /** The flag without its dashes, by the full name of the field: `identity-id`. It never changes. */
  flag: string;
  /** The short form that help shows: `identity`, `scope`. Absent if another flag of the command has this name. */
  short?: string;
  kind: Kind;
  about: string;
  /** Set if the field is a list. The flag is repeated then. */
  many?: true;
  values?: readonly (string | number)[];
  /** Set if later releases may take other values. */
  isOpen?: true;
  required?: true;
  /** Set if the field takes null, which `--unset` sends. */
  nullable?: true;
  /** Set if the value is a secret, or has one in it. It is never an argument. */
  secret?: true;
  default?: string;
  /** The command that lists what the field names, for completion. */
  from?: string;
}

/** A part of the path, which is an argument. */
export interface Argument {
  name: string;
  about: string;
  /** The command that lists what the argument names, for completion. */
  from?: string;
}

export interface Command {
  /** The operationId. */
  id: string;
  /** The property and the method of the generated client. */
  call: readonly [family: string, method: string];
  summary: string;
  about?: string;
  path: readonly Argument[];
  query: readonly Field[];
  /** Absent if the operation takes no body. */
  body?: readonly Field[];
  bodyNeeded?: true;
  /** Set if the client walks through the pages. */
  pages?: true;
  dryRun?: true;
  ifMatch?: true;
  keyed?: true;
  wraps?: true;
  /** Set if the answer has an ETag. */
  etag?: true;
  /** Set if the operation needs no key. */
  open?: true;
  /** The scope that a key needs. Null if any key may call. Absent if an API key cannot call. */
  scope?: string | null;
  /** Set if the operation changes nothing. */
  reads?: true;
  /** Set if a second call changes nothing more. */
  repeats?: true;
  /** The field of the answer that holds a secret. */
  secret?: string;
  /** Set if the command ends something, so that it asks before. */
  ends?: true;
  /** The switch of the body with which the command ends something. */
  endsIf?: string;
  /** Set if the answer is not JSON. */
  text?: true;
  /** The columns of the table of a list. */
  columns?: readonly string[];
  /** The field of the answer, or of each item, that `-o id` prints. */
  key?: string;
  /** Command lines without `keyward`. */
  examples: readonly string[];
}

export interface Family {
  about: string;
  /** The summaries of the commands by their verb. */
  verbs: Readonly<Record<string, string>>;
  /** Builds the commands by their verb. Built late, because a run needs those of one family. */
  commands: () => Readonly<Record<string, Command>>;
}

/**
 * Returns the command of a name: `credentials create-jit`.
 * @throws if the contract has no such operation
 */
export function commandOf(families: Readonly<Record<string, Family>>, name: string): Command {
  const [family = '', verb = ''] = name.split(' ');
  const command = families[family]?.commands()[verb];
  if (!command) throw new Error(`The contract has no ${name}. Run make generate.`);
  return command;
}
