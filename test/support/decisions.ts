import { type RecordedDecision, recordDecision } from '../../src/conditional-access/resources/decisions.ts';
import { besides } from './second-factors.ts';
import type { TestService } from './service.ts';

/** A recorder of decisions beside a service, which records them as sign-ins do. */
export interface DecisionMaker {
  within: Awaited<ReturnType<typeof besides>>['within'];
  /** Records that a policy blocked a user, unless `fields` say otherwise, and tells the id of the decision. */
  decided: (fields: Partial<RecordedDecision>, org?: string) => Promise<string>;
  close: () => Promise<void>;
}

export const anOutcome = (
  fields: Partial<RecordedDecision['outcomes'][number]> = {},
): RecordedDecision['outcomes'][number] => ({
  policyId: 'cap_01kahz5v3be4nr7q2m8x9c0d1e',
  policyName: 'Block outside the office',
  status: 'ENABLED',
  applies: true,
  reasons: ['locations: the location matches'],
  ...fields,
});

export const aDecision = (fields: Partial<RecordedDecision> = {}): RecordedDecision => ({
  subject: 'user',
  application: 'keyward:account',
  signals: { now: new Date(), userId: fields.userId, address: '198.51.100.1', clientType: 'browser' },
  decision: 'BLOCK',
  outcome: 'DENIED',
  policyId: 'cap_01kahz5v3be4nr7q2m8x9c0d1e',
  policyName: 'Block outside the office',
  requirements: [],
  outcomes: [anOutcome()],
  requestId: 'req_01kahz5v3be4nr7q2m8x9c0d1e',
  ...fields,
});

export async function decisionMaker(service: TestService): Promise<DecisionMaker> {
  const { within, close } = await besides(service);
  return {
    within,
    close,
    async decided(fields, org) {
      const { id } = await within((tx) => recordDecision(tx, aDecision(fields)), org);
      return id;
    },
  };
}
