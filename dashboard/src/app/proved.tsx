import { Center, Text } from '@mantine/core';
import { useEffect } from 'react';
import { texts } from '../texts/app.ts';
import { tellProof } from './proof.tsx';

/** The end of the second window: tells the first one, and closes itself. */
export function Proved() {
  useEffect(() => {
    tellProof();
    window.close();
  }, []);
  return (
    <Center mih="60vh">
      <Text>{texts.proof.done}</Text>
    </Center>
  );
}
