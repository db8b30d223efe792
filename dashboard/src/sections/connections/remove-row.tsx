import { ActionIcon } from '@mantine/core';
import { Trash2 } from 'lucide-react';

/** Removes one row of a list of inputs. */
export const RemoveRow = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
    <Trash2 size={16} aria-hidden />
  </ActionIcon>
);
