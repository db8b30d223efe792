import { Counter, type Registry } from 'prom-client';
import { works } from '../../../generated/operations.ts';
import { proofFaults } from '../../lib/refused-proof.ts';

interface Described {
  name: string;
  help: string;
  labelNames: readonly string[];
  /** Series that are shown before the first event, so that a first failure is seen as an increase. */
  zeros: readonly Readonly<Record<string, string>>[];
}

const described = {
  verifications: {
    name: 'keyward_credential_verifications_total',
    help: 'Verifications of credentials, by the code of the response',
    labelNames: ['code'],
    zeros: [],
  },
  proofs: {
    name: 'keyward_proof_refusals_total',
    help: 'Requests with a text like a token of the command line whose proof was refused, by reason. MISSING and WRONG also count made-up tokens',
    labelNames: ['reason'],
    zeros: proofFaults.map((reason) => ({ reason })),
  },
  signOns: {
    name: 'keyward_saml_sign_ons_total',
    help: 'Sign-ons to SAML service providers, by where they started and by the status of the response',
    labelNames: ['started', 'outcome'],
    zeros: ['service_provider', 'keyward'].map((started) => ({ started, outcome: 'Success' })),
  },
  federatedSignIns: {
    name: 'keyward_federated_sign_ins_total',
    help: 'Sign-ins by connections to identity providers, by the type of the connection and by the outcome',
    labelNames: ['type', 'outcome'],
    zeros: ['OIDC', 'SAML'].flatMap((type) => ['SUCCESS', 'FAILED'].map((outcome) => ({ type, outcome }))),
  },
  accessDecisions: {
    name: 'keyward_access_decisions_total',
    help: 'Attempts that policies of conditional access judged, by subject and outcome',
    labelNames: ['subject', 'outcome'],
    // Machines are never asked for more proof.
    zeros: [
      { subject: 'user', outcome: 'ALLOWED' },
      { subject: 'machine', outcome: 'ALLOWED' },
      { subject: 'user', outcome: 'DENIED' },
      { subject: 'machine', outcome: 'DENIED' },
      { subject: 'user', outcome: 'ASKED' },
    ],
  },
  documents: {
    name: 'keyward_client_documents_total',
    help: 'Client ID metadata documents that were asked for, by outcome: READ, or the reason why the document is not used',
    labelNames: ['outcome'],
    zeros: ['READ', 'UNREACHABLE', 'TOO_SLOW'].map((outcome) => ({ outcome })),
  },
  lookUps: {
    name: 'keyward_domain_lookups_total',
    help: 'Look-ups of the records that prove domains, by outcome; unknown means that the DNS did not respond',
    labelNames: ['outcome'],
    zeros: ['records', 'absent', 'unknown'].map((outcome) => ({ outcome })),
  },
  operators: {
    name: 'keyward_operator_acts_total',
    help: 'Changes of organizations that operators asked for, by action and result',
    labelNames: ['action', 'result'],
    zeros: ['create', 'update', 'suspend', 'resume', 'close'].flatMap((verb) =>
      ['SUCCESS', 'FAILURE'].map((result) => ({ action: `organization.${verb}`, result })),
    ),
  },
  listeners: {
    name: 'keyward_webhook_listener_streams_total',
    help: 'Streams of listeners that ended, by reason; GONE means that the client left',
    labelNames: ['reason'],
    zeros: ['GONE', 'TIME', 'STOPPING', 'REPLACED', 'DELETED', 'REFUSED', 'UNAVAILABLE', 'UNREADABLE'].map(
      (reason) => ({ reason }),
    ),
  },
  refusals: {
    name: 'keyward_overload_refusals_total',
    help: 'Requests that were refused because the node had too many at once, by class of work',
    labelNames: ['class'],
    zeros: works.map((work) => ({ class: work })),
  },
} satisfies Record<string, Described>;

/** Makes the counters of events that this process reports itself. */
export function countersIn(registry: Registry): Record<keyof typeof described, Counter> {
  const made = Object.entries(described).map(([key, { zeros, ...description }]) => {
    const counter = new Counter({ ...description, registers: [registry] });
    for (const labels of zeros) counter.inc(labels, 0);
    return [key, counter];
  });
  return Object.fromEntries(made) as Record<keyof typeof described, Counter>;
}
