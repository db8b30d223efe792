import { TagsInput } from '@mantine/core';
import { versioned } from '../../api/versioned.ts';
import { getOidcBlockedHosts, updateOidcBlockedHosts } from '../../generated/sdk.gen.ts';
import type { OidcBlockedHosts } from '../../generated/types.gen.ts';
import { texts } from '../../texts/agents.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import type { Alone } from '../../ui/resource.ts';

const words = texts.blocked;

/** Shows and changes the hosts whose agents are refused. */
export const BlockedHosts = ({ onClose }: Alone) => (
  <ReadFirst query={versioned({ getOidcBlockedHosts }, {})} title={words.title} onClose={onClose}>
    {(parts) => (
      <EditDialog
        {...parts}
        title={() => words.title}
        said={words.said}
        valuesOf={({ hosts }: OidcBlockedHosts) => ({ hosts })}
        titles={{ hosts: words.hosts }}
        operation={{ updateOidcBlockedHosts }}
        optionsOf={({ hosts }) => ({ body: { hosts } })}
      >
        {(form) => (
          <TagsInput
            label={words.hosts}
            description={words.hostsText}
            data-autofocus
            maxTags={200}
            {...form.getInputProps('hosts')}
          />
        )}
      </EditDialog>
    )}
  </ReadFirst>
);
