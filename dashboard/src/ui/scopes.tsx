import { Alert, Badge, Group, TagsInput, type TagsInputProps, Text } from '@mantine/core';
import { useSession } from '../app/me.ts';
import { scopeCatalogue, ungrantable } from '../../../src/lib/scope.ts';
import { texts } from '../texts/ui.ts';

/** Scopes as badges. */
export function Scopes({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return <span>{texts.none}</span>;
  return (
    <Group gap={4}>
      {scopes.map((scope) => (
        <Badge key={scope} tt="none" color="gray" ff="monospace" maw="100%">
          {scope}
        </Badge>
      ))}
    </Group>
  );
}

/** Chooses scopes: those of this service are offered, others can be typed. */
export function PickScopes(props: TagsInputProps) {
  return <TagsInput splitChars={[',', ' ']} data={[...scopeCatalogue]} maxDropdownHeight={240} {...props} />;
}

/** The rights that the user cannot give, because they do not have them (docs/rights.md). */
export function useUngrantable(scopes: readonly string[]): string[] {
  const { me } = useSession();
  return ungrantable(me.scopes, scopes);
}

/** Says the grant rule before the service refuses: a user gives only what they have. */
export function GrantRule({ scopes, text = texts.grant.text }: { scopes: readonly string[]; text?: string }) {
  const missing = useUngrantable(scopes);
  if (missing.length === 0) return null;
  return (
    <Alert color="orange" title={texts.grant.title} role="status">
      <Text size="sm" mb="xs">
        {text}
      </Text>
      <Scopes scopes={missing} />
    </Alert>
  );
}
