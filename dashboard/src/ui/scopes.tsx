import { Alert, Badge, Group, TagsInput, type TagsInputProps, Text, Tooltip } from '@mantine/core';
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

/** How many scopes a row of a list shows. */
const inRow = 1;

/** The first scopes of a row, in one line, and how many more there are. */
export function FewScopes({ scopes }: { scopes: readonly string[] }) {
  const more = scopes.length - inRow;
  return (
    <Tooltip label={scopes.join(', ')} multiline maw={420} disabled={more <= 0}>
      <Group gap={4} wrap="nowrap" {...(more > 0 ? { tabIndex: 0 } : {})}>
        {scopes.length === 0 ? texts.none : null}
        {scopes.slice(0, inRow).map((scope) => (
          <Badge key={scope} tt="none" color="gray" ff="monospace" maw="9rem">
            {scope}
          </Badge>
        ))}
        {more > 0 ? (
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            +{more}
          </Text>
        ) : null}
      </Group>
    </Tooltip>
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
