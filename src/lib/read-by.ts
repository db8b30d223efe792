/**
 * The names of fields that a value can have and the type that reads it does not, at any depth. An object with any names is read
 * as a whole.
 */
type Unread<Read, Given> = Given extends readonly (infer GivenItem)[]
  ? Read extends readonly (infer ReadItem)[]
    ? Unread<ReadItem, GivenItem>
    : never
  : Given extends object
    ? string extends keyof Read
      ? never
      :
          | Exclude<keyof Given, keyof Read>
          | {
              [Name in keyof Given & keyof Read]-?: Unread<NonNullable<Read[Name]>, NonNullable<Given[Name]>>;
            }[keyof Given & keyof Read]
    : never;

/**
 * A type that a value satisfies if `Read` has all fields which the value can have. A handler says it where it gives a body to a
 * rule that names each field: `body satisfies ReadBy<NewGroup, typeof body>`. A field that is new in the contract is otherwise
 * accepted and lost.
 */
export type ReadBy<Read, Given> = [Unread<Read, Given>] extends [never]
  ? unknown
  : { unread: Unread<Read, Given> };
