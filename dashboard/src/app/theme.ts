import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { texts } from '../texts/ui.ts';

const teal: MantineColorsTuple = [
  '#e6f7f9',
  '#d1ecf0',
  '#a5d8e0',
  '#74c2cf',
  '#4eb0c1',
  '#34a4b8',
  '#1f97ad',
  '#0b7285',
  '#085f70',
  '#044d5b',
];

/** The greys of the dark appearance: the same hue for the frame, cards, fields and lines. `theme.css` takes its colours from here. */
const dark: MantineColorsTuple = [
  '#d5d9e0',
  '#b8bec9',
  '#a3abb8',
  '#6d7583',
  '#363b45',
  '#2a2e37',
  '#22262d',
  '#1c1f25',
  '#17191e',
  '#14161a',
];

const tinted = new Set(['light', 'subtle', 'outline', 'transparent']);

/** Tinted badges, buttons and messages, with text that is dark or light enough (WCAG 2.2, 1.4.3). */
const readable: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input);
  const { variant, color = input.theme.primaryColor } = input;
  const [name = ''] = color.split('.');
  if (!tinted.has(variant) || !(name in input.theme.colors)) return usual;
  const dark = `color-mix(in srgb, var(--mantine-color-${name}-9) 65%, black)`;
  return { ...usual, color: `light-dark(${dark}, var(--mantine-color-${name}-1))` };
};

/** Quiet and red text that can still be read. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': '#b02525',
    '--mantine-color-dimmed': '#59616d',
    '--mantine-color-placeholder': '#6a7280',
  },
  dark: {
    '--mantine-color-error': '#ff8787',
    '--mantine-color-dimmed': '#a3abb8',
    '--mantine-color-placeholder': '#9aa2af',
  },
});

export const theme = createTheme({
  variantColorResolver: readable,
  colors: { teal, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  components: {
    // A list that opens by itself would cover the fields below it. A click, a key or a typed letter opens it.
    Autocomplete: { defaultProps: { openOnFocus: false } },
    MultiSelect: { defaultProps: { openOnFocus: false } },
    Select: { defaultProps: { openOnFocus: false } },
    TagsInput: { defaultProps: { openOnFocus: false } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': texts.close } } },
    Tooltip: { defaultProps: { withArrow: true } },
  },
});
