import type { ConnectionPreviewRequest, ConnectionTrace, GivenAttribute } from '../../generated/types.gen.ts';
import type { Protocol } from './product-steps.ts';

/** Returns the account that the form has before the user enters anything. */
export const exampleOf = (protocol: Protocol): ConnectionPreviewRequest =>
  protocol === 'SAML'
    ? {
        assertion: {
          nameId: {
            value: 'ada@acme.example',
            format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
          },
          attributes: [
            { name: 'email', values: ['ada@acme.example'] },
            { name: 'givenName', values: ['Ada'] },
          ],
        },
      }
    : {
        claims: {
          sub: '00u1a2b3c4',
          email: 'ada@acme.example',
          email_verified: true,
          given_name: 'Ada',
          groups: ['engineering'],
        },
      };

const times: ReadonlySet<string> = new Set(['exp', 'iat', 'nbf', 'auth_time']);

/** A trace has the value of a claim as text, and other types as JSON. */
function valueOf(name: string, text: string): unknown {
  if (!times.has(name) && !/^(?:true|false|[[{].*)$/s.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The value was shortened.
    return text;
  }
}

const claimsIn = ({ claims }: ConnectionTrace): Record<string, unknown> =>
  Object.fromEntries(
    claims.flatMap(({ name, value }) => (value === null ? [] : [[name, valueOf(name, value)]])),
  );

/** Reads the identifier and the attributes of the message of a trace, which has neither signatures nor a DOCTYPE. */
function assertionIn(message: string): ConnectionPreviewRequest['assertion'] {
  const xml = new DOMParser().parseFromString(message, 'text/xml');
  const all = (from: Document | Element, name: string) => [...from.getElementsByTagNameNS('*', name)];
  const [subject] = all(xml, 'Subject');
  const named = subject ? all(subject, 'NameID')[0] : undefined;
  const format = named?.getAttribute('Format');
  const attributes = all(xml, 'Attribute').map((one): GivenAttribute => {
    const friendlyName = one.getAttribute('FriendlyName');
    return {
      name: one.getAttribute('Name') ?? '',
      ...(friendlyName ? { friendlyName } : {}),
      values: all(one, 'AttributeValue').map(({ textContent }) => textContent.trim()),
    };
  });
  const value = named?.textContent.trim();
  return {
    ...(value ? { nameId: { value, ...(format ? { format } : {}) } } : {}),
    attributes: attributes.filter(({ name }) => name !== ''),
  };
}

/** Returns the account that a sign-in brought, as far as its trace kept it. */
export const givenIn = (protocol: Protocol, trace: ConnectionTrace): ConnectionPreviewRequest =>
  protocol === 'SAML' ? { assertion: assertionIn(trace.message ?? '') } : { claims: claimsIn(trace) };
