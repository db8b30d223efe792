import { ActionIcon, Button, Menu } from '@mantine/core';
import { Ellipsis, KeyRound, Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { useMay } from '../../app/me.ts';
import type { WebhookWithStats } from '../../generated/types.gen.ts';
import { texts } from '../../texts/webhooks.ts';

/** What can be done with a webhook. */
export type Act = 'edit' | 'test' | 'pause' | 'resume' | 'recover' | 'rotate' | 'remove';

export function Actions({
  webhook: { status },
  onChoose,
}: {
  webhook: WebhookWithStats;
  onChoose: (act: Act) => void;
}) {
  const mayWrite = useMay('webhooks.write');
  if (!mayWrite) return null;
  return (
    <>
      <Button variant="default" onClick={() => onChoose('test')}>
        {texts.actions.test}
      </Button>
      <Button variant="default" onClick={() => onChoose('edit')}>
        {texts.actions.edit}
      </Button>
      <Menu position="bottom-end" width={230} shadow="md">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.actions.more}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<KeyRound size={16} />} onClick={() => onChoose('rotate')}>
            {texts.actions.rotate}
          </Menu.Item>
          {status === 'ACTIVE' ? (
            <Menu.Item leftSection={<Pause size={16} />} onClick={() => onChoose('pause')}>
              {texts.actions.pause}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<Play size={16} />} onClick={() => onChoose('resume')}>
              {texts.actions.resume}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<RotateCcw size={16} />} onClick={() => onChoose('recover')}>
            {texts.actions.recover}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red.8" leftSection={<Trash2 size={16} />} onClick={() => onChoose('remove')}>
            {texts.actions.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
