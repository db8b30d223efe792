import { defineConfig, type Options } from '@mikro-orm/postgresql';
import { readConfig } from './src/config.ts';
import { BoundWritesDriver } from './src/database/bound-writes.ts';
import { EntityManagerWithStatements } from './src/database/statements.ts';
import { readPostgresUrl } from './src/lib/postgres-url.ts';
import { Alert, AlertRule } from './src/risk/entities/alert.ts';
import { AlertChannel } from './src/risk/entities/alert-channel.ts';
import { Anomaly } from './src/risk/entities/anomaly.ts';
import { Connection } from './src/federation/connections/entities/connection.ts';
import { Credential } from './src/credentials/entities/credential.ts';
import { FederatedDomain } from './src/federation/domains/entities/federated-domain.ts';
import { AccessDevice } from './src/conditional-access/resources/entities/access-device.ts';
import { AccessPolicy } from './src/conditional-access/resources/entities/access-policy.ts';
import { NamedLocation } from './src/conditional-access/resources/entities/named-location.ts';
import { Group } from './src/users/groups/entities/group.ts';
import { Identity } from './src/credentials/entities/identity.ts';
import { InitialAccessToken } from './src/oidc/entities/initial-access-token.ts';
import { OidcClient } from './src/oidc/entities/oidc-client.ts';
import { OidcScope } from './src/oidc/entities/oidc-scope.ts';
import { OrgGuard } from './src/platform/entities/org-guard.ts';
import { Passkey } from './src/users/passkeys/entities/passkey.ts';
import { Policy } from './src/policies/judge/entities/policy.ts';
import { ScimToken } from './src/scim/entities/scim-token.ts';
import { ServiceProvider } from './src/saml/entities/service-provider.ts';
import { SetupLink } from './src/federation/setup-links/entities/setup-link.ts';
import { SignIn } from './src/sign-in/entities/sign-in.ts';
import { SocialLink, SocialProvider } from './src/federation/social/entities/social-provider.ts';
import { User } from './src/users/directory/entities/user.ts';
import { Webhook } from './src/webhooks/entities/webhook.ts';

/**
 * How the service speaks to the database at `clientUrl`. The service replaces the clients by those of all hosts
 * (src/database/servers.ts). The command line knows the first host only.
 */
export function ormOptions(clientUrl: string | undefined): Options<EntityManagerWithStatements> {
  const first = clientUrl === undefined ? undefined : readPostgresUrl(clientUrl)?.servers[0]?.url;
  return defineConfig({
    clientUrl: first,
    driver: BoundWritesDriver,
    entityManager: EntityManagerWithStatements,
    entities: [
      AccessDevice,
      AccessPolicy,
      Alert,
      AlertChannel,
      AlertRule,
      Anomaly,
      Connection,
      Credential,
      FederatedDomain,
      Group,
      Identity,
      NamedLocation,
      InitialAccessToken,
      OidcClient,
      OidcScope,
      Passkey,
      Policy,
      ScimToken,
      ServiceProvider,
      SetupLink,
      SignIn,
      SocialLink,
      SocialProvider,
      User,
      Webhook,
    ],
    subscribers: [new OrgGuard()],
    forceUtcTimezone: true,
    // A pooler may have another name for the database, which Postgres does not know.
    ensureDatabase: false,
    driverOptions: {
      // MikroORM takes the host, the user and the database from the URL, and ignores `sslmode`. Without this, its connections
      // would send passwords and rows in the clear.
      ...(first === undefined ? {} : { connectionString: first }),
      // Migrations add months to times: in a time zone with summer time they would end an hour off, or overlap.
      options: '-c timezone=UTC',
    },
    // One flush, by the wrapper: a query in between never writes half a change.
    flushMode: 'commit',
    discovery: { checkDuplicateFieldNames: true },
  });
}

/** How the migrations speak to it. They are loaded here, because nearly every start finds none to run. */
export async function migratingOptions(clientUrl: string | undefined): Promise<Options> {
  const { Migrator } = await import('@mikro-orm/migrations');
  const { migrations } = await import('./migrations/index.ts');
  return {
    ...ormOptions(clientUrl),
    extensions: [Migrator],
    migrations: { migrationsList: migrations, tableName: 'migrations', allOrNothing: false, snapshot: false },
  };
}

/** For the MikroORM command line, which works on the database of DATABASE_URL. */
export default (): Promise<Options> => migratingOptions(readConfig(process.env).migrationDatabaseUrl);
