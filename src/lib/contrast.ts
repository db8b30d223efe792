/** The colours of text on a colour of an organization: white or nearly black. */
const texts = ['#ffffff', '#14161a'] as const;

/** Whichever of the two is read better on `color`, which is `#rrggbb`. */
export const textOn = (color: string): string =>
  contrast(color, texts[0]) >= contrast(color, texts[1]) ? texts[0] : texts[1];

/** WCAG 2.2, "contrast ratio", of two colours `#rrggbb`: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, success criterion 1.4.3: the least contrast of text and what is behind it. */
export const leastTextContrast = 4.5;

/** Returns a colour that carries text: `color`, or a darker one if neither of the two texts can be read on it. */
export function carrying(color: string): string {
  if (contrast(color, textOn(color)) >= leastTextContrast) return color;
  const darker = channels(color).map((channel) => Math.floor(channel * 255 * 0.95));
  return carrying(`#${darker.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`);
}

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((c) =>
    c <= 0.040_45 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
