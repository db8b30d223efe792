import { Anchor, Badge, Button, Card, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Versioned } from '../../api/versioned.ts';
import { useMay } from '../../app/me.ts';
import type { User } from '../../generated/types.gen.ts';
import { texts as attributes } from '../../texts/attributes.ts';
import { texts } from '../../texts/users.ts';
import { Id } from '../../ui/copy.tsx';
import { FactRows } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { NamedLink } from '../../ui/named-link.tsx';
import { webAddress } from '../../ui/web-address.ts';
import { AttributesCard } from './attributes-card.tsx';
import { EditAddress } from './edit-address.tsx';
import { EditProfile } from './edit-profile.tsx';
import { sourceOf } from './names.ts';
import { VouchForEmail } from './vouch-for-email.tsx';
import { addressFields, cards, type ProfileCard, type ProfileField } from './profile-fields.ts';

interface Parts {
  opened: Versioned<User>;
  read: () => Promise<Versioned<User> | undefined>;
}

/** Who the user is: a card for each kind of detail, each with its own form. */
export function Profile({ opened, read }: Parts) {
  const [edited, setEdited] = useState<ProfileCard | 'address'>();
  const [vouching, setVouching] = useState(false);
  const mayWrite = useMay('directory.write') && opened.data.status !== 'DEPROVISIONED';
  const user = opened.data;
  const card = cards.find(({ id }) => id === edited);
  return (
    <Stack gap="md">
      {cards.map(({ id, fields }) => (
        <DetailCard
          key={id}
          title={texts.cards[id]}
          onEdit={mayWrite ? () => setEdited(id) : undefined}
          rows={fields.map((field) => [
            texts.fields[field],
            <Detail
              key={field}
              user={user}
              field={field}
              onVouch={mayWrite && field === 'email' ? () => setVouching(true) : undefined}
            />,
          ])}
        />
      ))}
      <DetailCard
        title={texts.cards.address}
        onEdit={mayWrite ? () => setEdited('address') : undefined}
        rows={addressFields
          .filter((field) => user.address?.[field])
          .map((field) => [texts.fields[field], <bdi key={field}>{user.address?.[field]}</bdi>])}
      />
      <AttributesCard opened={opened} read={read} mayWrite={mayWrite} />
      <DetailCard
        title={texts.cards.record}
        rows={[
          ['ID', <Id key="id" value={user.id} />],
          [texts.columns.source, sourceOf(user.source)],
          [texts.record.by, user.createdBy ? <NamedLink key="by" id={user.createdBy} /> : '–'],
          [texts.record.created, <Moment key="created" at={user.createdAt} />],
          [texts.record.updated, <Moment key="updated" at={user.updatedAt} />],
          [texts.record.activated, <Moment key="activated" at={user.activatedAt} />],
          [texts.columns.signIn, <Moment key="signIn" at={user.lastLoginAt} />],
        ]}
      />
      {card ? (
        <EditProfile
          card={card.id}
          fields={card.fields}
          opened={opened}
          read={read}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {vouching ? <VouchForEmail opened={opened} read={read} onClose={() => setVouching(false)} /> : null}
      {edited === 'address' ? (
        <EditAddress opened={opened} read={read} onClose={() => setEdited(undefined)} />
      ) : null}
    </Stack>
  );
}

function DetailCard({
  title,
  rows,
  onEdit,
}: {
  title: string;
  rows: readonly (readonly [string, ReactNode])[];
  onEdit?: (() => void) | undefined;
}) {
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {onEdit ? (
          <Button size="compact-sm" variant="default" onClick={onEdit} aria-label={`${texts.edit}: ${title}`}>
            {texts.edit}
          </Button>
        ) : null}
      </Group>
      {rows.length > 0 ? <FactRows rows={rows} /> : attributes.any}
    </Card>
  );
}

function Detail({
  user,
  field,
  onVouch,
}: {
  user: User;
  field: ProfileField;
  onVouch: (() => void) | undefined;
}) {
  const value = user[field];
  if (value === null || value === '') return <span aria-label={attributes.any}>–</span>;
  if (field === 'email' || field === 'phoneNumber') {
    const isVerified = field === 'email' ? user.emailVerified : user.phoneNumberVerified;
    return (
      <Group gap="xs">
        <bdi>{value}</bdi>
        <Badge color={isVerified ? 'green' : 'gray'} tt="none" size="sm">
          {isVerified ? texts.verified : texts.unverified}
        </Badge>
        {onVouch ? (
          <Button size="compact-xs" variant="subtle" onClick={onVouch}>
            {isVerified ? texts.vouch.not.action : texts.vouch.yes.action}
          </Button>
        ) : null}
      </Group>
    );
  }
  if (field === 'managerId' && value.startsWith('usr_')) return <NamedLink id={value} />;
  if ((field === 'website' || field === 'profileUrl' || field === 'picture') && webAddress(value))
    return (
      <Anchor href={value} target="_blank" rel="noreferrer noopener">
        <bdi>{value}</bdi>
      </Anchor>
    );
  return <bdi>{value}</bdi>;
}
