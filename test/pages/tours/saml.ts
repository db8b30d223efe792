import { aServiceProvider, redirectPath } from '../../support/saml-sign-on.ts';
import { longWord, somebody, type Tour } from '../visit.ts';

/** Visits the pages between a SAML service provider and the service. */
export const samlTour: Tour = async (visit) => {
  const { go, look, signIn, page, service } = visit;
  const { email } = await somebody(visit);
  const party = await aServiceProvider(service.ours, { name: `${longWord} <b>&amp;` });
  await signIn(email);
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await go(await redirectPath(party));
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  await look('saml-answer', /^Back to /);
  const unknown = await aServiceProvider(
    service.ours,
    {},
    { issuer: `https://${longWord.toLowerCase()}.example` },
  );
  await go(await redirectPath(unknown));
  await look('saml-unknown', 'The app isn’t set up correctly');
};
