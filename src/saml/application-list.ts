import type { PageApplication } from '../platform/pages/application.ts';
import type { Tx } from '../platform/tx.ts';
import type { ApplicationList } from '../sign-in/listed-application.ts';
import { ServiceProvider } from './entities/service-provider.ts';
import { listStartableProviders } from './sql/service-providers.ts';

/** How users know a service provider. @param serviceProviderId null if none is concerned */
export async function knownServiceProvider(
  tx: Tx,
  { serviceProviderId: id }: { serviceProviderId: string | null },
): Promise<PageApplication | undefined> {
  return id === null ? undefined : ((await tx.findOne(ServiceProvider, { id })) ?? undefined);
}

/** The service providers that users may start at Keyward. */
export const samlApplications: ApplicationList = async (tx, query) => {
  const providers = await listStartableProviders(tx, query);
  return providers.map(({ id, name, logoUri }) => ({
    name,
    logoUri,
    opens: { action: 'applications/start', field: ['service_provider', id] },
  }));
};
