import { expect } from 'vitest';
import type { Tour } from '../visit.ts';

/** The root of the service, for a developer at its machine. */
export const startTour: Tour = async ({ go, look, press, at, textOf, orgId }) => {
  await go('/');
  expect(await textOf('main')).toMatch(/\/|YAML/);
  await look('start', 'Keyward is running');
  await press('main a[href="/dev/mail"]');
  await at('Sent emails');
  await go('/');
  await press(`main a[href="/account/${orgId}"]`);
  await at('Sign in');
  // The service has two organizations, and this browser has a session of none.
  await go('/admin/sign-in');
  await look('choose-organization', 'Which organization?');
};
