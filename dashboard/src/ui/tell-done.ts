import { notifications } from '@mantine/notifications';

interface One {
  credentialId: string;
  name: string;
}

/** So many names are said. */
const most = 10;

/** Says which of the credentials that the user saw were not changed, because they were used or changed meanwhile. */
export function tellDone(
  shown: readonly One[],
  done: readonly Pick<One, 'credentialId'>[],
  words: { said: string; skipped: (done: number, names: string) => string },
): void {
  const ids = new Set(done.map(({ credentialId }) => credentialId));
  const skipped = shown.filter(({ credentialId }) => !ids.has(credentialId)).map(({ name }) => name);
  if (skipped.length === 0) {
    notifications.show({ message: words.said, color: 'green' });
    return;
  }
  const names = skipped.length > most ? [...skipped.slice(0, most), '…'] : skipped;
  notifications.show({
    message: words.skipped(ids.size, names.join(', ')),
    color: 'orange',
    autoClose: false,
  });
}
