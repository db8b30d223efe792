import { Box, Button, Group, SegmentedControl, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { BrandingPreview as Shown } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import styles from './branding-preview.module.css';

const { preview: words } = texts.branding;

/** The service shows its page in a frame of the dashboard only. */
const address = '/admin/sign-in-preview';
/** After the last key. */
const pauseMilliseconds = 400;
const screens = { desk: { width: 880, height: 640 }, phone: { width: 360, height: 600 } };

type Scheme = 'light' | 'dark';

/** The sign-in page with a branding that is not saved. */
export function BrandingPreview({ branding }: { branding: Shown }) {
  const [screen, setScreen] = useState<keyof typeof screens>(() =>
    window.matchMedia('(max-width: 48em)').matches ? 'phone' : 'desk',
  );
  const own = useComputedColorScheme('light');
  const [chosen, setChosen] = useState<Scheme>();
  const scheme = chosen ?? own;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{words.short}</Text>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={words.scheme}
            value={scheme}
            onChange={(value) => setChosen(value)}
            data={[
              { value: 'light', label: words.light },
              { value: 'dark', label: words.dark },
            ]}
          />
          <SegmentedControl
            size="xs"
            aria-label={words.width}
            value={screen}
            onChange={(value) => setScreen(value)}
            data={[
              { value: 'desk', label: words.desk },
              { value: 'phone', label: words.phone },
            ]}
          />
        </Group>
      </Group>
      {window.isSecureContext ? (
        <Frames branding={branding} scheme={scheme} {...screens[screen]} />
      ) : (
        <Text size="sm" c="dimmed">
          {words.insecure}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {words.text}
      </Text>
    </Stack>
  );
}

/**
 * Sends the values by a form into a frame, because a logo may be longer than an address. Each page has a frame of its own: the way back
 * of the browser leads through no previews, and the page before is shown until the next one is there.
 */
function Frames({
  branding,
  scheme,
  width,
  height,
}: {
  branding: Shown;
  scheme: Scheme;
  width: number;
  height: number;
}) {
  const { ref, width: room } = useElementSize();
  const form = useRef<HTMLFormElement>(null);
  const [fields] = useDebouncedValue(JSON.stringify(branding), pauseMilliseconds);
  const [turn, setTurn] = useState({ fields, at: 0 });
  const [seen, setSeen] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  if (turn.fields !== fields) setTurn({ fields, at: turn.at + 1 });
  useEffect(() => form.current?.submit(), [turn.at]);
  const arrived = (at: number, frame: HTMLIFrameElement) => {
    // A frame first has an empty page of its own. A page that the browser refuses to show belongs to no origin.
    if (frame.contentDocument?.URL === 'about:blank') return;
    setFailed(frame.contentDocument?.querySelector('main') === null || frame.contentDocument === null);
    setSeen(at);
  };
  const scale = room > 0 ? Math.min(1, room / width) : 1;
  const shown = seen === undefined || seen === turn.at ? [turn.at] : [seen, turn.at];
  return (
    <Box ref={ref} className={styles['pane']} h={height * scale}>
      <form ref={form} method="post" action={address} target={`preview-${turn.at}`} hidden>
        {Object.entries(JSON.parse(turn.fields) as Record<string, string>).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      {shown.map((at) => (
        <iframe
          key={at}
          name={`preview-${at}`}
          title={words.title}
          tabIndex={-1}
          sandbox="allow-same-origin"
          className={styles['frame']}
          aria-hidden={at !== (seen ?? turn.at)}
          onLoad={(event) => arrived(at, event.currentTarget)}
          style={{
            colorScheme: scheme,
            width,
            height,
            transform: `scale(${scale})`,
            left: Math.max(0, (room - width * scale) / 2),
            visibility: at === seen ? 'visible' : 'hidden',
          }}
        />
      ))}
      {hasFailed ? (
        <Stack className={styles['failed']} align="center" justify="center">
          <Text>{words.failed}</Text>
          <Button variant="default" onClick={() => setTurn({ ...turn, at: turn.at + 1 })}>
            {words.again}
          </Button>
        </Stack>
      ) : null}
    </Box>
  );
}
