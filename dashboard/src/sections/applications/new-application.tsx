import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { lacking } from '../../api/refusal.ts';
import { texts } from '../../texts/applications.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { empty, icons, type Kind, kinds, type Values } from './kinds.ts';
import styles from './new-application.module.css';
import { Wizard } from './wizard.tsx';

const { wizard: words } = texts;
const back = { to: 'applications', title: texts.title };

/**
 * Adds an application, one step after the other. The address has the kind and the step. What was entered stays in the
 * memory of the page, so that the way back loses nothing.
 */
export function NewApplication() {
  const [search] = useSearch();
  const now = { oidc: useMay('oidc.write'), saml: useMay('saml.write') };
  // Rights that change must not take the secret of an application away. The service refuses what the user may not do.
  const [may] = useState(now);
  const form = useForm<Values>({ initialValues: empty });
  const offered = kinds.filter((kind) => (kind === 'saml' ? may.saml : may.oidc));
  const kind = offered.find((one) => one === search['kind']);
  if (offered.length === 0)
    return (
      <>
        <PageHead title={texts.create} back={back} />
        <Problem error={lacking('oidc.write', 'saml.write')} />
      </>
    );
  if (kind) return <Wizard key={kind} kind={kind} form={form} />;
  return (
    <>
      <PageHead title={texts.create} text={words.text} back={back} />
      <ul className={styles.kinds} aria-label={words.kinds}>
        {offered.map((one) => (
          <li key={one}>
            <KindCard kind={one} />
          </li>
        ))}
      </ul>
    </>
  );
}

function KindCard({ kind }: { kind: Kind }) {
  const Icon = icons[kind];
  return (
    <PageLink to="applications/new" search={{ kind }} className={styles.kind}>
      <Icon size={22} aria-hidden />
      <strong>{texts.kinds[kind]}</strong>
      <span>{texts.explained[kind]}</span>
    </PageLink>
  );
}
