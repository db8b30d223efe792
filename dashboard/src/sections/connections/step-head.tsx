import { Check } from 'lucide-react';
import { texts } from '../../texts/connection-wizard.ts';
import type { Protocol } from './product-steps.ts';
import styles from './steps.module.css';

export type StepName = keyof typeof texts.steps;

/** The steps of each protocol. A SAML connection has its addresses before its identity provider is known. */
export const stepsFor: Readonly<Record<Protocol, readonly StepName[]>> = {
  OIDC: ['provider', 'settings', 'register', 'domains', 'test'],
  SAML: ['provider', 'name', 'register', 'metadata', 'domains', 'test'],
};

/** Says which step is open, and which follow. */
export function StepHead({ step, protocol }: { step: StepName; protocol: Protocol }) {
  const steps = stepsFor[protocol];
  const open = steps.indexOf(step);
  return (
    <ol className={styles['steps']} aria-label={texts.progress}>
      {steps.map((name, at) => (
        <li key={name} aria-current={name === step ? 'step' : undefined}>
          <span className={styles['number']} aria-hidden>
            {at < open ? <Check size={14} /> : at + 1}
          </span>
          {texts.steps[name]}
        </li>
      ))}
    </ol>
  );
}
