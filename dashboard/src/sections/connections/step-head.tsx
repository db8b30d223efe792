import { Check } from 'lucide-react';
import { texts } from '../../texts/connection-wizard.ts';
import styles from './steps.module.css';

export const stepNames = ['provider', 'settings', 'register', 'domains', 'test'] as const;
export type StepName = (typeof stepNames)[number];

/** Says which step is open, and which follow. */
export function StepHead({ step }: { step: StepName }) {
  const open = stepNames.indexOf(step);
  return (
    <ol className={styles['steps']} aria-label={texts.progress}>
      {stepNames.map((name, at) => (
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
