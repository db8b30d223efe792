import type { AnomalyType } from '../entities/anomaly.ts';
import type { GeoIp } from '../../conditional-access/judge/geoip.ts';
import type { Severity } from '../severity.ts';
import type { Burst } from '../sql/digest.ts';
import type { Profile } from '../sql/profiles.ts';

/** Something that a detector found, and why. */
export interface Finding {
  type: AnomalyType;
  severity: Severity;
  /** How unusual it is, from 0 to 100. */
  score: number;
  /** The subject besides the credential. While an anomaly of the same subject is open, there is no second one. */
  subject: string;
  /** A sentence. */
  description: string;
  /** Numbers: what was seen, and what it was held against. */
  evidence: Record<string, unknown>;
}

/** Uses from one network within a minute. */
export interface Use {
  /** An address, or the network of an IPv6 address (src/risk/network.ts); undefined where the caller gave none. */
  network: string | undefined;
  uses: number;
  firstAt: Date;
  lastAt: Date;
}

/** The facts to judge: the new uses of a credential, and what was usual for it before. */
export interface Observation {
  profile: Profile;
  /** Oldest first. */
  uses: readonly Use[];
  /** Its worst minutes, if it failed since it was last looked at. */
  burst: Burst | undefined;
  geoIp: GeoIp | undefined;
}

/** Judges by what it is given alone: no clock, no database. */
export type Detector = (observation: Observation) => Finding[];

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** Whether the credential has been used for at least so many days before this time. */
export const isLearned = ({ firstSeenAt }: Profile, at: Date, days: number): boolean =>
  firstSeenAt !== null && firstSeenAt.getTime() <= at.getTime() - days * dayMs;

/** UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const round = (value: number, digits = 1): number => Number(value.toFixed(digits));
