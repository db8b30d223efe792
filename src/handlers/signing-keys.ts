import { replaceSigningKeys, rotateSigningKeys } from '../oidc/signing-key-rotation.ts';
import { Failure } from '../failure.ts';
import { type Handlers, ok } from '../operation.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { readSigningKeys } from '../oidc/sql/signing-keys.ts';
import { activateSamlKey, publishSamlKey, replaceSamlKeys } from '../saml/saml-key-rotation.ts';
import { readSamlKeys } from '../saml/sql/saml-keys.ts';
import { viewSamlKey } from '../saml/views/saml-keys.ts';
import { viewSigningKey } from '../oidc/views/signing-keys.ts';

export const signingKeys: Handlers<'signing-keys'> = {
  async listSigningKeys({ query, em, caller }) {
    const { page, limit, use } = query;
    // Never more than a few: those that sign, those that wait, and those of the last days.
    const keys = [
      ...(use === 'SAML' ? [] : (await readSigningKeys(em, caller.orgId)).map(viewSigningKey)),
      ...(use === 'OIDC' ? [] : (await readSamlKeys(em, caller.orgId)).map(viewSamlKey)),
    ];
    const start = offsetOf(page, limit);
    return ok({ data: keys.slice(start, start + limit), pagination: pageOf(page, limit, keys.length) });
  },

  async rotateSigningKeys({ body, em, caller, vault, attempt }) {
    const ofSaml = body.use === 'SAML';
    const [gently, atOnce] = ofSaml
      ? [publishSamlKey, replaceSamlKeys]
      : [rotateSigningKeys, replaceSigningKeys];
    const { made, removed } = await (body.emergency ? atOnce : gently)(em, vault, caller.actor);
    attempt.reason = body.reason ?? null;
    attempt.each = [
      ...made.map((id) => ({ action: 'key.create', targetId: id, targetName: id })),
      ...removed.map((id) => ({ action: 'key.remove', targetId: id, targetName: id })),
    ];
    const data = ofSaml
      ? (await readSamlKeys(em, caller.orgId)).map(viewSamlKey)
      : (await readSigningKeys(em, caller.orgId)).map(viewSigningKey);
    return ok({ data });
  },

  async activateSigningKey({ path, em, caller, attempt }) {
    const ofTokens = await readSigningKeys(em, caller.orgId);
    if (ofTokens.some(({ id }) => id === path.keyId))
      throw new Failure('KEY_STATE_CONFLICT', { use: 'OIDC' });
    const key = await activateSamlKey(em, path.keyId, caller.actor);
    attempt.targetName = key.id;
    return ok(viewSamlKey(key));
  },
};
