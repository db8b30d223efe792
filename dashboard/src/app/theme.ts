import { createTheme, type MantineColorsTuple } from '@mantine/core';

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

export const theme = createTheme({
  colors: { teal },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650' },
  // axe counts the default placeholder of Mantine as too pale.
  components: {
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
    Tooltip: { defaultProps: { withArrow: true } },
  },
});
