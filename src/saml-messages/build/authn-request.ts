import { bindings } from '../names.ts';
import { element, write } from './element.ts';
import { headerOf, issuerOf, type Sender } from './parts.ts';
import { type SigningKey, signed } from './sign.ts';

export interface AuthnRequestContent extends Sender {
  assertionConsumerServiceUrl: string;
  /** A URN of `nameIdFormats`. */
  nameIdFormat?: string;
  forceAuthn?: boolean;
  /** The classes of authentication. The identity provider must use one of them. */
  authnContextClasses?: readonly string[];
}

/** Builds a request for a sign-in by POST (SAML core section 3.4.1). `redirectUrl()` signs the query instead of the XML. */
export function buildAuthnRequest(
  content: AuthnRequestContent,
  signing: SigningKey | 'by-query' | 'unsigned',
): string {
  const classes = content.authnContextClasses ?? [];
  const request = element(
    'samlp:AuthnRequest',
    {
      ...headerOf(content),
      ForceAuthn: content.forceAuthn,
      AssertionConsumerServiceURL: content.assertionConsumerServiceUrl,
      ProtocolBinding: bindings.post,
    },
    issuerOf(content),
    content.nameIdFormat === undefined
      ? undefined
      : element('samlp:NameIDPolicy', { Format: content.nameIdFormat, AllowCreate: true }),
    classes.length === 0
      ? undefined
      : element(
          'samlp:RequestedAuthnContext',
          { Comparison: 'exact' },
          ...classes.map((one) => element('saml:AuthnContextClassRef', {}, one)),
        ),
  );
  return write(typeof signing === 'string' ? request : signed(request, signing));
}
