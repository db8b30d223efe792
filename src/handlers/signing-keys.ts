import { replaceSigningKeys, rotateSigningKeys } from '../oidc/signing-key-rotation.ts';
import { type Handlers, ok } from '../operation.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { readSigningKeys } from '../oidc/sql/signing-keys.ts';
import { viewSigningKey } from '../oidc/views/signing-keys.ts';

export const signingKeys: Handlers<'signing-keys'> = {
  async listSigningKeys({ query, em, caller }) {
    const { page, limit } = query;
    // Never more than a few: those that sign, those that wait, and those of the last days.
    const keys = await readSigningKeys(em, caller.orgId);
    const start = offsetOf(page, limit);
    return ok({
      data: keys.slice(start, start + limit).map(viewSigningKey),
      pagination: pageOf(page, limit, keys.length),
    });
  },

  async rotateSigningKeys({ body, em, caller, vault, attempt }) {
    const rotate = body.emergency ? replaceSigningKeys : rotateSigningKeys;
    const { keys, made, removed } = await rotate(em, vault, caller.actor);
    attempt.reason = body.reason ?? null;
    attempt.each = [
      ...made.map((id) => ({ action: 'key.create', targetId: id, targetName: id })),
      ...removed.map((id) => ({ action: 'key.remove', targetId: id, targetName: id })),
    ];
    return ok({ data: keys.map(viewSigningKey) });
  },
};
