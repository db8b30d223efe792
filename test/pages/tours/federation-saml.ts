import { carried } from '../../../src/saml-messages/build/carried.ts';
import { buildLogoutRequest } from '../../../src/saml-messages/build/logout.ts';
import { nameIdFormats } from '../../../src/saml-messages/names.ts';
import { partner } from '../../support/saml-messages.ts';
import { arrive, aSamlSubject, responseTo, samlConnected } from '../../support/saml-upstream.ts';
import { aSamlLogout } from '../../support/saml-upstream-logout.ts';
import { longWord, type Tour } from '../visit.ts';

/** The forms that take a browser to a SAML identity provider: with a request, and with the response to a logout. */
export const federationSamlTour: Tour = async (visit) => {
  const { go, send, press, look, orgId, page, service } = visit;
  const one = await samlConnected(service, {
    name: `${longWord} <b>`.slice(0, 100),
    ssoBinding: 'HTTP-POST',
    sloBinding: 'HTTP-POST',
    allowIdpInitiated: true,
    logoutUpstream: true,
  });
  /** The forms would submit themselves. */
  const still = async (lead: () => Promise<void>) => {
    await page.send('Emulation.setScriptExecutionDisabled', { value: true });
    await lead();
    await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  };
  await still(async () => {
    await go(`/login/${orgId}`);
    await send({ username: `ada@${one.domain}` });
  });
  await look('typed', /^Opening /);
  await go(`/login/${orgId}`);
  await service.sql(
    "update sign_ins set state = state || jsonb_build_object('hint', $1::text, 'domainHint', $2::text)",
    [`ada@${one.domain}`, one.domain],
  );
  await go(await page.evaluate<string>('location.pathname + location.search'));
  await still(() => press('main form button'));
  await look('pressed', /^Opening /);
  const arrived = await arrive(service, one, responseTo(one, undefined, aSamlSubject(one)));
  await still(() => go(arrived.location));
  await look('unsolicited', /^Opening /);

  const field = (name: string) => page.evaluate<string>(`document.forms[0].elements.${name}.value`);
  const request = Buffer.from(await field('SAMLRequest'), 'base64').toString();
  const [, id = ''] = / ID="([^"]+)"/.exec(request) ?? [];
  const response = responseTo(one, id, aSamlSubject(one));
  await go((await arrive(service, one, response, await field('RelayState'))).location);
  await visit.at('Your account');
  await go(`/logout/${orgId}`);
  await still(() => press('main form button'));
  await look('signed-out-upstream', /^Opening /);

  const nameId = { value: 'ada', format: nameIdFormats.persistent };
  const logout = (binding: 'HTTP-Redirect' | 'HTTP-POST') =>
    carried({
      binding,
      destination: one.sloUrl,
      parameter: 'SAMLRequest',
      key: partner,
      write: (signing) => buildLogoutRequest(aSamlLogout(one, { nameId }), signing),
    });
  const byRedirect = logout('HTTP-Redirect');
  if (!('url' in byRedirect)) throw new Error('a redirect has an address');
  await still(() => go(byRedirect.url));
  await look('logout', /^Opening /);
  const byForm = logout('HTTP-POST');
  if ('url' in byForm) throw new Error('a form has fields');
  await go(`/login/${orgId}/signed-out`);
  await still(() =>
    page.leads(() =>
      page.evaluate(`(() => {
        const form = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(one.sloUrl)} });
        for (const [name, value] of ${JSON.stringify([...byForm.fields])})
          form.append(Object.assign(document.createElement('input'), { name, value, type: 'hidden' }));
        document.body.append(form);
        form.submit();
      })()`),
    ),
  );
  await look('logout-by-form', /^Opening /);
};
