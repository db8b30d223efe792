import { Failure } from '../failure.ts';
import { SamlMessageError } from './error.ts';
import { rules } from './rules.ts';

/** Runs a step that reads a message. @throws {Failure} SAML_SIGNATURE_INVALID, SAML_REQUEST_INVALID */
export function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SamlMessageError)) throw error;
    throw refusalOf(error);
  }
}

/** The error that says which rule a message broke. */
export function refusalOf({ step, rule, found }: SamlMessageError): Failure {
  const code = step === 'signature' ? 'SAML_SIGNATURE_INVALID' : 'SAML_REQUEST_INVALID';
  return new Failure(code, { rule, reason: rules[rule][1], ...(found === undefined ? {} : { found }) });
}
