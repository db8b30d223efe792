import { statusCodes } from '../saml-messages/names.ts';
import type { Status } from '../saml-messages/read/header.ts';

/** Why a sign-on ends with a status, in a sentence for an administrator. */
const reasons: ReadonlyMap<string, string> = new Map([
  [statusCodes.requestDenied, 'The user is in none of the groups in allowedGroups.'],
  [
    statusCodes.invalidNameIdPolicy,
    'The service provider may not have an identifier of this format, or the user has none. Preview the user to see which.',
  ],
  [statusCodes.noPassive, 'The request has IsPassive, and the user must sign in or confirm something.'],
  [
    statusCodes.noAuthnContext,
    'RequestedAuthnContext asks for a class that is unknown, or that the user cannot reach.',
  ],
  [statusCodes.unknownPrincipal, 'The Subject of the request is not the user who is signed in.'],
  [statusCodes.unsupportedBinding, 'ProtocolBinding must be HTTP-POST.'],
  [
    statusCodes.requestUnsupported,
    'The request has Conditions, EncryptedID, BaseID or SubjectConfirmation, which are not supported.',
  ],
  [
    statusCodes.tooManyResponses,
    'The attributes of the user are longer than 256 KB. Map fewer lists in attributeMappings, or remove the user from groups.',
  ],
  [
    statusCodes.partialLogout,
    'A service provider of the session was not reached, or did not sign the user out.',
  ],
]);

/** Returns undefined for success, and for a status that says no more. */
export const reasonOfStatus = ({ subcode }: Pick<Status, 'subcode'>): string | undefined =>
  subcode === undefined ? undefined : reasons.get(subcode);
