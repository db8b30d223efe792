/**
 * Holds a value against a schema of the contract that depends on what is stored.
 * @param at the field it stands in, for the refusal
 * @throws {Failure} VALIDATION_ERROR
 */
export type Fits = (schema: string, value: unknown, at: string) => void;
