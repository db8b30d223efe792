import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { texts } from '../texts/app.ts';
import { useSession } from './me.ts';

/** Live or test. It is always visible, and colours the frame. */
export function EnvironmentSwitch() {
  const { me } = useSession();
  const navigate = useNavigate();
  const { liveOrgId, testOrgId } = me.organization;
  return (
    <SegmentedControl
      aria-label={texts.environment}
      size="xs"
      color={me.environment === 'test' ? 'orange.8' : 'teal'}
      value={me.environment}
      data={[
        { value: 'live', label: texts.live },
        { value: 'test', label: texts.test },
      ]}
      onChange={(to) => void navigate({ to: `/${to === 'live' ? liveOrgId : testOrgId}` as never })}
    />
  );
}
