import { Button, FileButton, Group, Stack, Textarea } from '@mantine/core';
import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/applications.ts';

/** A text of a file: metadata or certificates. The user pastes it or chooses the file. */
export function FileField({
  value,
  onChange,
  label,
  description,
  accept,
  required = false,
  disabled = false,
  error,
}: {
  value: string;
  onChange: (text: string) => void;
  label: string;
  description?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  /** The types of files. */
  accept: string;
  error?: ReactNode;
}) {
  const read = async (file: File | null) => {
    if (file) onChange(await file.text());
  };
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        description={description}
        error={error}
        required={required}
        disabled={disabled}
        autosize
        minRows={5}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8rem' } }}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group>
        <FileButton onChange={(file) => void read(file)} accept={accept} disabled={disabled}>
          {(props) => (
            <Button
              {...props}
              disabled={disabled}
              variant="default"
              size="xs"
              leftSection={<FileUp size={14} aria-hidden />}
            >
              {texts.chooseFile}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  );
}
