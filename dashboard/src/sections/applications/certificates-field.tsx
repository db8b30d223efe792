import type { FieldInput } from '../../ui/settings-input.tsx';
import { useTextOf } from '../../ui/use-text-of.ts';
import { FileField } from './file-field.tsx';

const pems = {
  textOf: (certificates: string[]): string => certificates.join('\n'),
  /** A text that is not PEM stays: the service says what is wrong. */
  valueOf: (text: string): string[] => {
    const found = text.match(/-----BEGIN[\s\S]*?-----END[^-]*-----/g);
    return found ?? (text.trim() === '' ? [] : [text]);
  },
};

const accept = '.pem,.crt,.cer,application/x-pem-file,application/x-x509-ca-cert';

/** Certificates in PEM, one after the other. */
export function CertificatesField({ value, onChange, ...more }: FieldInput) {
  const [text, type] = useTextOf<string[]>(value as string[], onChange, pems);
  return <FileField {...more} accept={accept} value={text} onChange={type} />;
}

/** One certificate in PEM. */
export function CertificateField({ value, ...more }: FieldInput) {
  return <FileField {...more} accept={accept} value={value as string} />;
}
