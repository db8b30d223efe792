export type { KeywardCaller } from './caller.ts';
export { refusals } from './codes.ts';
export type { Decision, Denial } from './decision.ts';
export { createGuard, type Guard } from './guard.ts';
export type { AccessTokenOptions, RequireKeyOptions, Verifier } from './options.ts';
export type { RequestFacts } from './presented.ts';
