/** A kind of objects of a configuration: its row in openapi/resources.yaml, and what follows from the contract. */
export interface Resource {
  /** By operationId. */
  operations: { create?: string; read?: string; list?: string; update: string; delete?: string };
  id?: string;
  /** How the IDs begin: `idn_`. */
  prefix?: string;
  parts?: string[];
  /** The field that is true for objects that were made, where the list has others too. */
  exists?: string;
  name?: string;
  references?: Record<string, string[]>;
  named?: Record<string, string[]>;
  people?: string[];
  immutable?: string[];
  later?: string[];
  secrets?: { given?: string[]; made?: string[] };
  unseen?: string[];
  /** The elements of a list that answers show as objects, and the field of an element that the caller sends. */
  otherwise?: Record<string, { from: string; where: Record<string, unknown> }>;
  published?: string[];
  follows?: string[];
  merged?: string[];
  acts?: string[];
  own?: string[];
  /** The parameters of the path of `update` and `delete`. */
  parameters: string[];
  /** The fields that a creation takes, and those that a change takes. */
  created: string[];
  changed: string[];
  /** The values of fields that a creation leaves out. */
  defaults: Record<string, unknown>;
}

/** The kinds by their names, in the order in which objects are made. */
export type Resources = Readonly<Record<string, Resource>>;
