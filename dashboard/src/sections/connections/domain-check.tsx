import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Refusal, refusalOf } from '../../api/refusal.ts';
import { verifyFederatedDomain } from '../../generated/sdk.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Countdown } from '../../ui/countdown.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAct } from '../../ui/use-act.ts';

const { domains: words } = texts;

/** Seconds between two look-ups. A new record takes minutes in most name servers. */
const waits = [5, 10, 20, 40, 60];
const most = 20;

/** Another look-up may give another answer. */
const isPassing = ({ code, status }: Refusal): boolean =>
  code === 'DOMAIN_NOT_VERIFIED' || status === 429 || status === 0 || status >= 500;

/** The reason is in words of the service, such as “there is no TXT record with this name”. */
function reasonOf({ message, details }: Refusal): string {
  const { reason } = details;
  return typeof reason === 'string' ? words.notFound(reason) : message || words.noAnswer;
}

interface Parts {
  domain: string;
  /** Whether it begins by itself. */
  isWatched: boolean;
}

/** Looks the DNS record up until it is found, less and less often, and says when the next look-up is. */
export function DomainCheck({ domain, isWatched }: Parts) {
  const [isOn, setIsOn] = useState(isWatched);
  const [tries, setTries] = useState(0);
  const [next, setNext] = useState<string>();
  const path = { domain };
  // A notification would lie over the button that goes on. The state of the domain says the same.
  const checking = useAct(async () => verifyFederatedDomain({ path }));
  const { mutate, isPending, isSuccess } = checking;
  const refusal = checking.error ? refusalOf(checking.error) : undefined;
  const isOver = isSuccess || (refusal !== undefined && !isPassing(refusal));
  const isWaiting = isOn && !isOver && tries < most;
  useEffect(() => {
    if (!isWaiting || isPending) return undefined;
    const wait = tries === 0 ? 0 : (waits[tries - 1] ?? 60) * 1000;
    setNext(new Date(Date.now() + wait).toISOString());
    const timer = setTimeout(() => {
      setTries(tries + 1);
      mutate(undefined);
    }, wait);
    return () => clearTimeout(timer);
  }, [isWaiting, isPending, tries, mutate]);
  const checkNow = () => {
    setIsOn(true);
    setTries(1);
    mutate(undefined);
  };
  return (
    <Stack gap="xs">
      {refusal && !isPassing(refusal) ? <Problem error={refusal} /> : null}
      <div role="status">
        {isPending ? (
          <Group gap="xs">
            <Loader size="xs" />
            <Text size="sm">{words.looking}</Text>
          </Group>
        ) : refusal && isPassing(refusal) ? (
          <Text size="sm">
            {reasonOf(refusal)}{' '}
            {isWaiting && next ? (
              <>
                {words.next} <Countdown key={next} until={next} />
              </>
            ) : (
              words.stopped
            )}
          </Text>
        ) : null}
      </div>
      <Group gap="sm">
        <Button size="compact-sm" variant="light" loading={isPending} onClick={checkNow}>
          {words.check}
        </Button>
        {isWaiting ? (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setIsOn(false)}>
            {words.stop}
          </Button>
        ) : null}
        <InCode call={{ operation: 'verifyFederatedDomain', path }} />
      </Group>
    </Stack>
  );
}
