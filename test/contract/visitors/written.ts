import type { Visitor } from '../visitor.ts';
import { writeFields, writing } from '../written-fields.ts';

/** Writes each field of a request with a value of its own, and reads it back: a field must not be accepted and lost. */
export const written: Visitor = {
  name: 'a field of a request',
  visits: [
    {
      title: 'stores each field, and shows its value in the response and in the resource',
      of: (operation) => writing.includes(operation),
      halved: 'written fields',
      visit: (operation, { ours }) => writeFields(operation, ours),
    },
    {
      title: 'stores texts that are as long as the contract allows',
      // The contract bounds bodies of SCIM, and src/scim/protocol each attribute in it.
      of: (operation) => writing.includes(operation) && operation.errors === 'api',
      halved: 'longest texts',
      visit: (operation, { theirs }) => writeFields(operation, theirs, true),
    },
  ],
};
