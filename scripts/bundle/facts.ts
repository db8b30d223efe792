// Additions of the bundle step to openapi/, in this order; docs/adding-an-operation.md explains them.
import { listEventTypes, wrapEvent } from './events.ts';
import { addEffects } from './effects.ts';
import { composeExamples } from './examples.ts';
import { completeFields } from './fields.ts';
import { addHeaders } from './headers.ts';
import { refuseUnknownFacts, refuseUnknownSchemaFacts } from './known-facts.ts';
import { addOperationLinks } from './links.ts';
import { addMediaTypes } from './media-types.ts';
import { addPathParameters, addTakenParameters } from './parameters.ts';
import { addRefusals } from './refusals.ts';
import { refuseRepeatedFields } from './repeated-fields.ts';
import { requireBodies } from './request-bodies.ts';
import { completeRequired, refuseListedFields } from './required.ts';
import { addSecurity } from './security.ts';
import { composeSharedResponses } from './shared-responses.ts';
import type { Mapping, SchemaPlace, Source } from './source.ts';

interface Followed {
  /** The facts that are written by hand. */
  facts: readonly string[];
  /** The result that follows from the facts. */
  adds: string;
}
export interface Concern extends Followed {
  apply: (source: Source) => void;
}
export interface SchemaConcern extends Followed {
  apply: (schema: Mapping, place: SchemaPlace) => void;
}

export const concerns: readonly Concern[] = [
  {
    facts: [],
    adds: 'nothing: it refuses facts that nothing reads',
    apply: refuseUnknownFacts,
  },
  {
    facts: ['requestBody', 'responses'],
    adds: 'nothing: it refuses fields that are typed twice, which x-creates and x-changes take',
    apply: refuseRepeatedFields,
  },
  {
    facts: ['openapi/effects.yaml'],
    adds: 'what the change does, and which callers it asks or refuses',
    apply: addEffects,
  },
  {
    facts: ['x-errors'],
    adds: 'who may call it',
    apply: addSecurity,
  },
  {
    facts: ['requestBody'],
    adds: 'that the body is required',
    apply: requireBodies,
  },
  {
    facts: ['the path'],
    adds: 'the parameter of each placeholder',
    apply: addPathParameters,
  },
  {
    facts: ['x-takes', 'x-secret'],
    adds: 'shared parameters, by their names',
    apply: addTakenParameters,
  },
  {
    facts: ['x-like'],
    adds: 'the example of a schema, with other values where the fields say so',
    apply: composeExamples,
  },
  {
    facts: ['application/scim+json'],
    adds: 'the same body as application/json',
    apply: addMediaTypes,
  },
  {
    facts: ['x-errors', 'security', 'requestBody', 'x-rate-limit'],
    adds: 'the standard refusals, in the shape of the path',
    apply: addRefusals,
  },
  {
    facts: ['x-rate-limit', 'x-etag'],
    adds: 'the headers of a response',
    apply: addHeaders,
  },
  {
    facts: ['x-links'],
    adds: 'links to what can be done next',
    apply: addOperationLinks,
  },
  {
    facts: ['x-refusal', 'x-status', 'x-schema'],
    adds: 'the headers, media types and bodies of shared responses',
    apply: composeSharedResponses,
  },
];

/** The concerns of one schema. */
export const schemaConcerns: readonly SchemaConcern[] = [
  {
    facts: [],
    adds: 'nothing: it refuses facts that nothing reads',
    apply: refuseUnknownSchemaFacts,
  },
  {
    facts: ['required'],
    adds: 'nothing: it refuses a list of all fields, which x-required makes',
    apply: refuseListedFields,
  },
  {
    facts: ['x-creates', 'x-changes', 'x-written', 'x-created', 'x-shown'],
    adds: 'the fields of a request, from the schema of the resource',
    apply: completeFields,
  },
  {
    facts: ['x-required'],
    adds: 'which fields are required',
    apply: completeRequired,
  },
  {
    facts: ['x-event-types'],
    adds: 'the types of events',
    apply: listEventTypes,
  },
  {
    facts: ['x-about'],
    adds: 'the envelope around the data of an event',
    apply: wrapEvent,
  },
];
