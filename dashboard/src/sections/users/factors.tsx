import { Alert, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UserFactors } from '../../generated/types.gen.ts';
import { texts } from '../../texts/user-security.ts';
import { texts as ui } from '../../texts/ui.ts';
import { FactRows } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';

const { factors: words } = texts;

/** What a user signs in with, as the service counts it. */
export function Factors({ factors }: { factors: UserFactors }) {
  const { hasPassword, passwordChangedAt, totp, passkeys, accessPassExpiresAt, accounts, lockedUntil } =
    factors;
  const rows: (readonly [string, ReactNode])[] = [
    [
      words.password,
      hasPassword ? <At key="password" text={words.changed} at={passwordChangedAt} /> : ui.none,
    ],
    [
      words.TOTP,
      totp ? (
        <At key="totp" text={`${words.codes(totp.recoveryCodesLeft)}, ${words.used}`} at={totp.lastUsedAt} />
      ) : (
        ui.none
      ),
    ],
    [
      words.passkeys,
      passkeys.count > 0 ? (
        <At key="passkeys" text={`${passkeys.count}, ${words.used}`} at={passkeys.lastUsedAt} />
      ) : (
        ui.none
      ),
    ],
    [
      words.pass,
      accessPassExpiresAt ? <At key="pass" text={words.ends} at={accessPassExpiresAt} /> : ui.none,
    ],
    [
      words.accounts,
      accounts.length > 0 ? (
        <Stack key="accounts" gap={0}>
          {accounts.map(({ providerId, name, createdAt, lastUsedAt }) => (
            <span key={`${providerId} ${createdAt}`}>
              <bdi>{name}</bdi>, <At text={words.used} at={lastUsedAt} />
            </span>
          ))}
        </Stack>
      ) : (
        ui.none
      ),
    ],
  ];
  return (
    <Stack gap="sm">
      {lockedUntil ? (
        <Alert color="orange">
          {words.locked} <Moment at={lockedUntil} isExact />
        </Alert>
      ) : null}
      <FactRows rows={rows} />
    </Stack>
  );
}

const At = ({ text, at }: { text: string; at: string | null }) => (
  <span>
    {text} <Moment at={at} isRelative />
  </span>
);
