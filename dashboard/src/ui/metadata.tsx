import { JsonInput, type JsonInputProps } from '@mantine/core';
import { texts } from '../texts/ui.ts';

/** Metadata as the text of a field. */
export const metadataText = (metadata: Record<string, unknown>): string =>
  Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2);

/** The metadata that a text means; undefined if the text is not a JSON object. */
export function metadataOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** For `validate` of a form. */
export const metadataRule = (text: string): string | null =>
  metadataOf(text) === undefined ? texts.metadataRule : null;

/** A field for notes as JSON. */
export function MetadataField(props: JsonInputProps) {
  return (
    <JsonInput
      label={texts.metadata}
      description={texts.metadataText}
      placeholder={'{ "team": "shop" }'}
      autosize
      minRows={2}
      maxRows={8}
      {...props}
    />
  );
}
