import { Badge, Group, Text } from '@mantine/core';
import type { Credential } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Id } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';

const badges = (values: readonly string[]) => (
  <Group gap={4}>
    {values.map((value) => (
      <Badge key={value} tt="none" color="gray">
        {value}
      </Badge>
    ))}
  </Group>
);

/** What the service knows of a credential. */
export function CredentialFacts({ credential }: { credential: Credential }) {
  const { id, scopes, allowedIps, maxUsageCount, usageCount, metadata } = credential;
  return (
    <Facts
      title={texts.facts}
      rows={[
        ['ID', <Id key="id" value={id} />],
        [
          texts.columns.secret,
          <Text key="secret" ff="monospace" size="sm">
            {credential.prefix}…{credential.last4}
          </Text>,
        ],
        [texts.columns.type, credential.type],
        [texts.columns.scopes, scopes.length === 0 ? ui.none : badges(scopes)],
        [texts.form.ips, allowedIps ? badges(allowedIps) : ui.any],
        [texts.columns.uses, maxUsageCount === null ? usageCount : `${usageCount} / ${maxUsageCount}`],
        [texts.form.limit, credential.rateLimitPerMinute ?? texts.serviceLimit],
        [texts.columns.expires, <Moment key="expires" at={credential.expiresAt} />],
        [texts.columns.rotated, <Moment key="rotated" at={credential.lastRotatedAt} />],
        ...(Object.keys(metadata).length > 0
          ? ([
              [
                ui.metadata,
                <Text key="metadata" size="xs" ff="monospace" style={{ whiteSpace: 'pre-wrap' }}>
                  {JSON.stringify(metadata, null, 2)}
                </Text>,
              ],
            ] as const)
          : []),
      ]}
    />
  );
}
