import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import { texts } from '../texts/ui.ts';
import { Copy } from './copy.tsx';
import { FactRows } from './facts.tsx';
import { Moment } from './moment.tsx';
import { serialOf } from './serial-of.ts';
import { spokenOpen } from './state.tsx';

const { certificates: words } = texts;

interface Certificate {
  use: string;
  fingerprint: string;
  subject: string;
  notBefore: string;
  expiresAt: string;
}

/** The service raises alerts from then on. */
const warningDays = 30;

const daysUntil = (at: string): number => Math.floor((Date.parse(at) - Date.now()) / 86_400_000);

function Expiry({ at }: { at: string }) {
  const days = daysUntil(at);
  if (days > warningDays) return null;
  return (
    <Badge color={days < 0 ? 'red' : 'orange'} tt="none">
      {days < 0 ? words.expired : words.endsIn(days)}
    </Badge>
  );
}

/** Certificates of a partner, with a warning before each ends. @param pems the same certificates in PEM, if known */
export function CertificateList({
  certificates,
  pems = [],
}: {
  certificates: readonly Certificate[];
  pems?: readonly string[];
}) {
  if (certificates.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.none}
      </Text>
    );
  return (
    <Stack gap="lg">
      {certificates.map(({ use, fingerprint, subject, notBefore, expiresAt }, at) => {
        const pem = pems[at];
        const serial = pem === undefined ? undefined : serialOf(pem);
        return (
          <Stack key={`${use} ${fingerprint}`} gap="xs">
            <Group gap="xs">
              <Text fw={600} size="sm">
                {spokenOpen(use)}
              </Text>
              <Expiry at={expiresAt} />
              {pem === undefined ? null : <Copy value={pem} label={words.copy} />}
            </Group>
            <FactRows
              rows={[
                [words.subject, <bdi key="subject">{subject}</bdi>],
                ...(serial ? [[words.serial, <Code key="serial">{serial}</Code>] as const] : []),
                [words.fingerprint, <Code key="fingerprint">{fingerprint}</Code>],
                [words.from, <Moment key="from" at={notBefore} isDay />],
                [words.until, <Moment key="until" at={expiresAt} isDay />],
              ]}
            />
          </Stack>
        );
      })}
    </Stack>
  );
}
