import type { Config } from '../config.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import type { PresentedSecret } from '../credentials/presented-secret.ts';
import type { ApiCaller, OperationId } from '../operation.ts';
import type { PolicyGuard } from '../policies/judge/uses.ts';
import type { Admission } from './admission/admission.ts';
import type { BytesReader } from './body/body-bytes.ts';
import type { BodyWork } from './body/body-work.ts';
import type { Buckets } from './admission/buckets.ts';
import type { Contract } from './contract/contract.ts';
import type { Door } from './admission/door.ts';
import type { Effort } from './admission/effort.ts';
import type { StoredAnswer } from './idempotency.ts';
import type { KnownBrowsers } from './admission/known-browsers.ts';
import type { KnownCallers } from './admission/known-callers.ts';
import type { LookUps } from './admission/look-ups.ts';
import type { RequestContext } from './request-context.ts';
import type { Places } from './admission/waiting-places.ts';

/** The parts of the process that checks use. */
export interface Gate {
  config: Pick<
    Config,
    | 'requireHttps'
    | 'rateLimitPerMinute'
    | 'rateLimitMaxPerMinute'
    | 'rateLimitBurst'
    | 'verifyRateLimitPerMinute'
  >;
  contract: Contract;
  /** The public origin. */
  baseUrl: () => string;
  /** Whether the database was restored and the operator has not opened it yet. */
  isClosed: () => boolean;
  /** The buckets of strangers. */
  buckets: Buckets;
  /** Whether there is a tenant with this id. */
  isTenant: (orgId: string) => Promise<boolean>;
  /** The proofs of clients and of callers with access tokens that this node has let in. */
  proofs: KnownCallers;
  /** The browsers with which users have signed in. */
  browsers: KnownBrowsers;
  /** Throws where an answer breaks the contract; for tests. */
  judge?: (context: RequestContext, answer: StoredAnswer) => void;
  /** By the security scheme of the contract: who is let in. */
  authenticate: Readonly<
    Record<
      'apiKey' | 'scimToken' | 'operatorKey',
      (context: RequestContext, presented?: PresentedSecret) => Promise<Admission>
    >
  >;
  /** Whether this node let the caller in a short while ago, or whether the request at least has what may be a key, a token or a session. */
  howKnown: (context: RequestContext) => 'known' | 'possible' | 'none';
  /** The look-ups of unknown callers at addresses that have spent their requests. Each kind of caller has its own. */
  lookUps: Readonly<Record<'callers' | 'proofs', LookUps>>;
  /** Reads a caller of `apiKey` again while its answer is sent: its key, or its session. Counts no request. Throws if it is refused. */
  readAgain: (context: RequestContext) => Promise<Pick<Admission, 'caller' | 'now' | 'refusal' | 'policed'>>;
  /** Throws where the token of a bulk request is not good any more. */
  recheck: (context: RequestContext) => Promise<void>;
  /** The cost of the SCIM requests of each tenant for this process. */
  effort: Effort;
  /** The cost of other requests of each tenant that do much work at once. */
  work: Effort;
  /** The places of the operations that run few requests at once. */
  places: Readonly<Partial<Record<OperationId, Places>>>;
  /**
   * Readers of bodies for known callers and for strangers. Strangers do not take memory of known callers, except for
   * small bodies of verifications, while much of it is free (presented-early.ts).
   */
  readBytes: Readonly<Record<'known' | 'strange', BytesReader>>;
  /** Lets large bodies be parsed and checked in turns. */
  bodyWork: BodyWork;
  /** Bounds what this node does at once. What it refuses does not come to the checks. */
  door: Pick<Door, 'enter' | 'step'>;
  policies: PolicyGuard;
  access: AccessGuard;
  /** Notes the use of a key that no policy refused after it was unused for long. */
  noteUse: (caller: ApiCaller) => Promise<void>;
}
