import { useEffect, useState } from 'react';

const two = (part: number): string => String(part).padStart(2, '0');

/** A length of time as `2d 03:15:09`. */
const clock = (seconds: number): string => {
  const days = Math.floor(seconds / 86_400);
  const rest = seconds % 86_400;
  const time = [Math.floor(rest / 3600), Math.floor((rest % 3600) / 60), rest % 60].map(two).join(':');
  return days > 0 ? `${days}d ${time}` : time;
};

/** The time until a moment, second by second. @param onEnd called once when the moment is there */
export function Countdown({ until, onEnd }: { until: string; onEnd?: () => void }) {
  const [left, setLeft] = useState(() => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000)));
  useEffect(() => {
    const ticking = setInterval(() => {
      const seconds = Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds > 0) return;
      clearInterval(ticking);
      onEnd?.();
    }, 1000);
    return () => clearInterval(ticking);
  }, [until, onEnd]);
  return (
    <time dateTime={until} role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {clock(left)}
    </time>
  );
}
