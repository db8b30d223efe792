import { Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lacking } from '../../api/refusal.ts';
import { useMay } from '../../app/me.ts';
import { listOidcClients, listServiceProviders } from '../../generated/sdk.gen.ts';
import type {
  OidcApplicationType,
  OidcClient,
  OidcClientStatus,
  ServiceProvider,
} from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { texts as resources } from '../../texts/oidc-resources.ts';
import { texts as scopes } from '../../texts/oidc-scopes.ts';
import { plain, RowLink, state, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters, searched } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { mergedPage, type Numbered } from './both-lists.ts';

/** A client or a service provider, as the list shows it. */
interface Application {
  id: string;
  to: string;
  name: string;
  kind: keyof typeof texts.kinds;
  status: OidcClientStatus;
  detail: string;
  createdAt: string;
}

const ofClient = ({
  clientId,
  name,
  applicationType,
  status,
  redirectUris,
  createdAt,
}: OidcClient): Application => ({
  id: clientId,
  to: `applications/oidc/${clientId}`,
  name,
  kind: applicationType,
  status,
  detail: redirectUris[0] ?? '',
  createdAt,
});

const ofProvider = ({ id, name, status, entityId, createdAt }: ServiceProvider): Application => ({
  id,
  to: `applications/saml/${id}`,
  name,
  kind: 'saml',
  status,
  detail: entityId,
  createdAt,
});

const columns: readonly Column<Application>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ to, name, id }) => (
      <Stack gap={0}>
        <RowLink to={to}>{name}</RowLink>
        <Text size="xs" c="dimmed" ff="monospace">
          {id}
        </Text>
      </Stack>
    ),
  },
  { id: 'kind', title: texts.columns.kind, csv: ({ kind }) => kind, cell: ({ kind }) => texts.kinds[kind] },
  state('status', texts.columns.state),
  plain('detail', texts.columns.detail, { isMinor: true }),
  time('createdAt', texts.columns.created, 'day', { isMinor: true }),
];

const limit = 50;

const kinds = ['web', 'spa', 'native', 'machine', 'saml'] as const;

/** The lists of the API that have the rows which the filters ask for. */
function listsOf(
  { kind, status, search }: Record<string, string | undefined>,
  may: { oidc: boolean; saml: boolean },
  signal: AbortSignal,
): Numbered<Application>[] {
  const common = {
    ...(status ? { status: status as OidcClientStatus } : {}),
    ...(search ? { search } : {}),
  };
  const type = kind && kind !== 'oidc' ? { applicationType: kind as OidcApplicationType } : {};
  const clients: Numbered<Application> = async (page, size) => {
    const query = { ...common, ...type, page, limit: size };
    const { data, pagination } = (await listOidcClients({ query, signal })).data;
    return { rows: data.map(ofClient), ...pagination };
  };
  const providers: Numbered<Application> = async (page, size) => {
    const query = { ...common, page, limit: size };
    const { data, pagination } = (await listServiceProviders({ query, signal })).data;
    return { rows: data.map(ofProvider), ...pagination };
  };
  return [
    ...(may.oidc && kind !== 'saml' ? [clients] : []),
    ...(may.saml && (kind === undefined || kind === 'saml') ? [providers] : []),
  ];
}

/** Both protocols in one list, the newest first. */
export function ApplicationList() {
  const [search, change] = useSearch();
  const may = { oidc: useMay('oidc.read'), saml: useMay('saml.read') };
  const mayWriteOidc = useMay('oidc.write');
  const mayWriteSaml = useMay('saml.write');
  const { kind, status, search: text, cursor } = search;
  const list = useQuery({
    queryKey: ['applications', { kind, status, text, cursor, may }],
    queryFn: async ({ signal }) => mergedPage(listsOf(search, may, signal), cursor, limit),
    placeholderData: keepPreviousData,
    enabled: may.oidc || may.saml,
  });
  const query = { limit, ...(status ? { status } : {}), ...(text ? { search: text } : {}) };
  const create =
    mayWriteOidc || mayWriteSaml ? (
      <Button renderRoot={(props) => <PageLink to="applications/new" {...props} />}>{texts.create}</Button>
    ) : null;
  const offered = kinds.filter((one) => (one === 'saml' ? may.saml : may.oidc));
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode
          call={
            may.oidc && kind !== 'saml'
              ? {
                  operation: 'listOidcClients',
                  query: { ...query, ...(kind && kind !== 'oidc' ? { applicationType: kind } : {}) },
                }
              : { operation: 'listServiceProviders', query }
          }
        />
        {may.oidc ? (
          <>
            <Button
              variant="default"
              renderRoot={(props) => <PageLink to="applications/scopes" {...props} />}
            >
              {scopes.title}
            </Button>
            <Button
              variant="default"
              renderRoot={(props) => <PageLink to="applications/resources" {...props} />}
            >
              {resources.title}
            </Button>
          </>
        ) : null}
        {create}
      </PageHead>
      <Filters
        filters={[
          searched,
          { name: 'status', title: texts.filters.status, values: ['ACTIVE', 'DISABLED'] },
          {
            name: 'kind',
            title: texts.filters.kind,
            values: [
              ...(may.oidc && may.saml ? [{ value: 'oidc', label: texts.filters.oidc }] : []),
              ...offered.map((value) => ({ value, label: texts.kinds[value] })),
            ],
          },
        ]}
      />
      {may.oidc || may.saml ? (
        <DataTable
          name={texts.title}
          columns={columns}
          rows={list.data?.rows}
          rowId={({ id }) => id}
          error={list.error}
          onRetry={() => void list.refetch()}
          readPage={async (next, signal) => {
            const {
              rows: data,
              total,
              nextCursor,
            } = await mergedPage(listsOf(search, may, signal), next, 99);
            return { data, pagination: { total, nextCursor, hasMore: nextCursor !== undefined } };
          }}
          paging={list.data && { ...list.data, hasMore: list.data.nextCursor !== undefined }}
          cursor={cursor}
          onCursor={(next) => change({ cursor: next }, true)}
          empty={
            <Empty title={texts.empty.title} text={texts.empty.text}>
              {create}
            </Empty>
          }
        />
      ) : (
        <Problem error={lacking('oidc.read', 'saml.read')} />
      )}
    </>
  );
}
