import { Badge, Group, Stack } from '@mantine/core';
import { useSession } from '../../app/me.ts';
import { texts } from '../../texts/settings.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { spoken, State } from '../../ui/state.tsx';

const { organization: words } = texts;

export function Organization() {
  const { me, tenant } = useSession();
  const { name, liveOrgId, testOrgId } = me.organization;
  return (
    <Stack>
      <Facts
        title={words.title}
        rows={[
          [words.name, name],
          [words.live, <Id key="live" value={liveOrgId} />],
          [words.test, <Id key="test" value={testOrgId} />],
          [words.environment, <State key="environment" value={me.environment} />],
          [words.issuer, <Id key="issuer" value={`${location.origin}/api/oidc/${tenant}`} />],
          [words.metadata, <Id key="metadata" value={`${location.origin}/api/saml/${tenant}/metadata`} />],
        ]}
      />
      <Facts
        title={words.you}
        rows={[
          ['ID', <Id key="id" value={me.id} />],
          [words.name, me.name],
          [words.roles, me.roles.map(spoken).join(', ')],
          [words.signedIn, <Moment key="signedIn" at={me.authTime} />],
          [
            words.scopes,
            <Group key="scopes" gap={4}>
              {me.scopes.map((scope) => (
                <Badge key={scope} color="gray" tt="none">
                  {scope}
                </Badge>
              ))}
            </Group>,
          ],
        ]}
      />
    </Stack>
  );
}
