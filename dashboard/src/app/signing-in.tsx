import { Center, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { texts } from '../texts/app.ts';

/** Leaves for a hosted page, which leads back. */
export function SigningIn({ to }: { to: string }) {
  useEffect(() => location.replace(to), [to]);
  return (
    <Center mih="60vh">
      <Stack align="center">
        <Loader aria-hidden />
        <Text role="status">{texts.signingIn}</Text>
      </Stack>
    </Center>
  );
}
