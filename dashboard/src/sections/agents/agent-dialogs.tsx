import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { sends, sendsEntered } from '../../api/sends.ts';
import { ifMatch, versioned } from '../../api/versioned.ts';
import {
  approveOidcAgent,
  deleteOidcAgent,
  deleteOidcAgentGrant,
  getOidcBlockedHosts,
  updateOidcBlockedHosts,
} from '../../generated/sdk.gen.ts';
import type { OidcAgent, OidcAgentGrant } from '../../generated/types.gen.ts';
import { texts } from '../../texts/agents.ts';
import { about, Confirm } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PickUser } from '../../ui/pick-user.tsx';
import { ReadFirst } from '../../ui/read-first.tsx';
import { useGo } from '../../ui/use-go.ts';

interface OfAgent {
  agent: OidcAgent;
  onClose: () => void;
}

/** Ends an agent for all users. */
export function EndAgent({ agent: { id, name }, onClose }: OfAgent) {
  const go = useGo();
  return (
    <Confirm
      {...about(texts.end, name)}
      typed={name}
      {...sends({ deleteOidcAgent }, { path: { agentId: id } })}
      onClose={onClose}
      onDone={() => go('agents')}
    >
      <Text size="sm">{texts.soon}</Text>
    </Confirm>
  );
}

/** Ends an agent for one user. */
export const EndGrant = ({ agent, grant, onClose }: OfAgent & { grant: OidcAgentGrant }) => (
  <Confirm
    title={texts.users.endOne(grant.userName, agent.name)}
    text={texts.users.endText}
    action={texts.users.end}
    said={texts.users.ended}
    {...sends({ deleteOidcAgentGrant }, { path: { agentId: agent.id, userId: grant.userId } })}
    onClose={onClose}
  >
    <Text size="sm">{texts.soon}</Text>
  </Confirm>
);

/** Blocks a host of an agent. */
export const BlockHost = ({ host, onClose }: { host: string; onClose: () => void }) => (
  <ReadFirst query={versioned({ getOidcBlockedHosts }, {})} title={texts.block.title(host)} onClose={onClose}>
    {({ opened }) => {
      const headers = ifMatch(opened);
      const hosts = [...opened.data.hosts.filter((one) => one !== host), host];
      return (
        <Confirm
          {...about(texts.block, host)}
          {...sends({ updateOidcBlockedHosts }, { body: { hosts }, ...(headers ? { headers } : {}) })}
          onClose={onClose}
        />
      );
    }}
  </ReadFirst>
);

/** Gives an agent an identity with an owner. */
export function ApproveAgent({ agent: { id, name }, onClose }: OfAgent) {
  const form = useForm<{ ownerUserId: string | null }>({ initialValues: { ownerUserId: null } });
  return (
    <FormDialog
      title={texts.approve.title(name)}
      action={texts.approve.action}
      form={form}
      said={texts.approve.said}
      {...sendsEntered({ approveOidcAgent }, ({ ownerUserId }: typeof form.values) => ({
        path: { agentId: id },
        body: ownerUserId === null ? {} : { ownerUserId },
      }))}
      onClose={onClose}
    >
      <Text size="sm">{texts.approve.text}</Text>
      <PickUser
        label={texts.approve.owner}
        description={texts.approve.ownerText}
        data-autofocus
        {...form.getInputProps('ownerUserId')}
      />
    </FormDialog>
  );
}
