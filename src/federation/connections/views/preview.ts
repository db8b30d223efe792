import type { ConnectionPreview } from '../../../../generated/types/types.gen.ts';
import type { AccountPreview } from '../preview.ts';
import { isVouchedFor } from '../../linking/vouched-email.ts';

export const viewConnectionPreview = ({
  outcome,
  refusal,
  subject,
  email,
  user,
  profile: { fields, attributes, kept },
  groups,
  isAllowed,
}: AccountPreview): ConnectionPreview => ({
  outcome,
  refusal,
  subject,
  email: { ...email, isVouchedFor: isVouchedFor(email) },
  user,
  fields: [
    ...Object.entries(fields).map(([field, value]) => ({ field, value })),
    ...Object.entries(attributes).map(([name, value]) => ({ field: `attributes.${name}`, value })),
  ],
  unwritten: kept,
  groups,
  isAllowed,
});
