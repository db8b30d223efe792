import { describe, expect, test } from 'vitest';
import {
  type BoundFilter,
  bindElementFilter,
  bindFilter,
  resolveSort,
} from '../../../src/scim/protocol/bind.ts';
import { parseFilter } from '../../../src/scim/protocol/filter.ts';
import { matcherOf } from '../../../src/scim/protocol/match.ts';
import { type Attribute, groupType, type ResourceType, userType } from '../../../src/scim/protocol/schema.ts';
import { Texts } from '../../../src/scim/protocol/texts.ts';
import { enterprise, refusalOf, userSchema } from './support.ts';

/** A bound filter as one line by canonical paths; `*` marks what may have several values. */
function show(filter: BoundFilter): string {
  if ('terms' in filter) return `(${filter.terms.map(show).join(` ${filter.kind} `) || filter.kind})`;
  if (filter.kind === 'not') return `not ${show(filter.term)}`;
  if (filter.kind === 'values') return `${filter.attribute.path}[${show(filter.filter)}]`;
  const path = `${filter.target.attribute.path}${filter.target.multi ? '*' : ''}`;
  return filter.kind === 'present'
    ? `${path} pr`
    : `${path} ${filter.operator} ${JSON.stringify(filter.value)}`;
}

const bind = (text: string, type: ResourceType = userType) => show(bindFilter(type, parseFilter(text)));
const refusal = (text: string, type: ResourceType = userType) => refusalOf(() => bind(text, type));
const always = '(and)';
const never = '(or)';

describe('bindFilter', () => {
  test.for([
    ['USERNAME eq "x"', 'userName eq "x"'],
    ['Name.FamilyName sw "x"', 'name.familyName sw "x"'],
    [`${userSchema}:userName eq "x"`, 'userName eq "x"'],
    [`${userSchema.toUpperCase()}:NAME.givenname eq "x"`, 'name.givenName eq "x"'],
    [`${enterprise}:department eq "x"`, `${enterprise}:department eq "x"`],
    [`${enterprise.toUpperCase()}:MANAGER.VALUE eq "x"`, `${enterprise}:manager.value eq "x"`],
    [`${enterprise}:manager eq "x"`, `${enterprise}:manager.value eq "x"`],
    ['manager eq "x"', `${enterprise}:manager.value eq "x"`],
    ['emails eq "x"', 'emails.value* eq "x"'],
    ['emails.type eq "work"', 'emails.type* eq "work"'],
    ['emails pr', 'emails* pr'],
    ['EMAILS[TYPE eq "work" and Value co "@"]', 'emails[(emails.type eq "work" and emails.value co "@")]'],
    ['emails[type eq "work"].value eq "x"', 'emails[(emails.type eq "work" and emails.value eq "x")]'],
    ['groups eq "grp_1"', 'groups.value* eq "grp_1"'],
    [`${enterprise}:manager[value eq "x"]`, `${enterprise}:manager.value eq "x"`],
    ['externalId eq "x" and id eq "y"', '(externalId eq "x" and id eq "y")'],
  ] as const)('finds attributes in any case, by prefix and in brackets: %s', ([text, bound]) =>
    expect(bind(text)).toBe(bound),
  );

  test.for([
    ['active eq true', 'active eq true'],
    ['active eq "False"', 'active eq false'],
    ['active ne true', 'not active eq true'],
    ['emails[primary eq "True"]', 'emails[emails.primary eq true]'],
    ['title eq null', 'not title pr'],
    ['title ne null', 'title pr'],
    ['emails eq null', 'not emails.value* pr'],
    ['userName ne "x"', 'not userName eq "x"'],
    ['meta.created gt "2026-01-01T01:00:00+01:00"', 'meta.created gt "2026-01-01T00:00:00.000Z"'],
    ['meta.created gt "1970-01-01T00:00:00Z"', 'meta.created gt "2000-01-01T00:00:00.000Z"'],
    [`${enterprise}:manager pr`, `(${enterprise}:manager.value pr)`],
    ['meta pr', '(meta.created pr or meta.lastModified pr)'],
    ['userName gt "m"', 'userName gt "m"'],
  ] as const)('reads values by the type of the attribute: %s', ([text, bound]) =>
    expect(bind(text)).toBe(bound),
  );

  test('takes a complex attribute as present when a part of it is', () => {
    expect(bind('name pr')).toContain('(name.formatted pr or name.familyName pr or name.givenName pr');
  });

  test('decides at once what all resources of a type have in common', () => {
    expect(bind('meta.resourceType eq "User"')).toBe(always);
    expect(bind('meta.resourceType eq "Group"')).toBe(never);
    expect(bind('meta.resourceType eq "Group"', groupType)).toBe(always);
    expect(bind('meta.resourceType ne "User"')).toBe(never);
    expect(bind('meta.resourceType pr')).toBe(always);
    expect(bind(`schemas eq "${userSchema}"`)).toBe(`(${always})`);
    expect(bind('schemas eq "urn:x"')).toBe(never);
    expect(bind(`schemas ne "${userSchema}"`)).toBe(`not (${always})`);
    expect(bind(`schemas eq "${enterprise}"`)).toContain(`${enterprise}:costCenter pr`);
  });

  test.for([
    ['nope eq "x"', 'nope is not an attribute, at position 0'],
    ['userName pr and nope.x eq "x"', 'nope.x is not an attribute, at position 16'],
    ['constructor eq "x"', 'constructor is not an attribute, at position 0'],
    ['toString pr', 'toString is not an attribute, at position 0'],
    ['name.constructor pr', 'name.constructor is not an attribute, at position 0'],
    ['hasOwnProperty[a pr]', 'hasOwnProperty is not an attribute, at position 0'],
    ['emails[constructor pr]', 'constructor is not a sub-attribute of emails, at position 7'],
    ['emails[emails.type pr]', 'emails.type is not a sub-attribute of emails, at position 7'],
    ['departments eq "x"', 'departments is not an attribute, at position 0'],
    [`${enterprise}:userName eq "x"`, `${enterprise}:userName is not an attribute, at position 0`],
    ['urn:x:y:userName eq "x"', 'urn:x:y:userName is not an attribute, at position 0'],
    [`${enterprise} pr`, `${enterprise} is not an attribute, at position 0`],
    ['password eq "x"', 'password cannot be used in a filter, at position 0'],
    ['password pr', 'password cannot be used in a filter, at position 0'],
    ['not (PASSWORD sw "a")', 'PASSWORD cannot be used in a filter, at position 5'],
    [`${userSchema}:password pr`, `${userSchema}:password cannot be used in a filter, at position 0`],
    ['meta.location co "x"', 'meta.location cannot be used in a filter, at position 0'],
    ['active gt true', 'active has no order, so gt does not apply, at position 0'],
    ['active le false', 'active has no order, so le does not apply, at position 0'],
    ['active co "tr"', 'active is not text, so co does not apply, at position 0'],
    ['active eq "yes"', 'active must be compared with true or false, at position 0'],
    ['active eq 1', 'active must be compared with true or false, at position 0'],
    ['meta.created co "2026"', 'meta.created is not text, so co does not apply, at position 0'],
    ['meta.created sw "2026"', 'meta.created is not text, so sw does not apply, at position 0'],
    [
      'meta.created gt "yesterday"',
      'meta.created must be compared with a time such as "2026-11-21T12:00:00Z", at position 0',
    ],
    [
      'meta.created gt "1970-02-30T00:00:00Z"',
      'meta.created must be compared with a time such as "2026-11-21T12:00:00Z", at position 0',
    ],
    ['x509Certificates gt "x"', 'x509Certificates has no order, so gt does not apply, at position 0'],
    ['x509Certificates co "x"', 'x509Certificates is not text, so co does not apply, at position 0'],
    ['userName eq 5', 'userName must be compared with text in double quotes, at position 0'],
    ['userName eq true', 'userName must be compared with text in double quotes, at position 0'],
    ['userName gt null', 'userName can be compared with null by eq and ne only, at position 0'],
    ['name eq "x"', 'name is complex: compare one of its sub-attributes, at position 0'],
    ['addresses eq "x"', 'addresses is complex: compare one of its sub-attributes, at position 0'],
    ['userName[value eq "x"]', 'userName has no sub-attributes, at position 0'],
  ] as const)('refuses %s: %s', ([text, detail]) =>
    expect(refusal(text)).toBe(`SCIM_FILTER_INVALID: ${detail}`),
  );

  test('refuses every operator on the password, also beside others', () => {
    for (const operator of ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])
      expect(refusal(`userName pr or not (password ${operator} "x")`)).toContain('password cannot be used');
  });
});

describe('resolveSort', () => {
  test('finds what can be sorted by', () => {
    expect(resolveSort(userType, 'USERNAME').attribute.path).toBe('userName');
    expect(resolveSort(userType, 'emails')).toMatchObject({
      attribute: { path: 'emails.value' },
      multi: true,
    });
    expect(resolveSort(userType, 'meta.created').attribute.path).toBe('meta.created');
  });

  test.for(['password', 'nope', 'constructor', 'name', 'meta.location', 'schemas', '', 'addresses'])(
    'refuses %j',
    (sortBy) => expect(refusalOf(() => resolveSort(userType, sortBy))).toContain('SCIM_PATH_INVALID'),
  );
});

describe('matcherOf', () => {
  const emails = userType.attributes.get('emails') as Attribute;
  const photos = userType.attributes.get('photos') as Attribute;
  const element = { value: 'Babs@Example.com', type: 'work', primary: true };
  const matches = (text: string, value: unknown = element, attribute = emails) =>
    matcherOf(bindElementFilter(attribute, parseFilter(text)), new Texts())(value);

  test.for([
    'value eq "babs@example.com"',
    'value ne "other"',
    'value co "@EXAMPLE"',
    'value sw "babs"',
    'value ew ".COM"',
    'value gt "b"',
    'value ge "babs@example.com"',
    'value lt "c"',
    'value le "babs@example.com"',
    'primary eq true',
    'type pr and value pr',
    'display eq null',
    'display ne "x"',
    'not (display pr)',
    'type eq "home" or primary eq "true"',
  ])('finds an element by %s', (text) => {
    expect(matches(text)).toBe(true);
    expect(matches(`not (${text})`)).toBe(false);
  });

  test('takes case as it is where the schema says so', () => {
    expect(matches('value eq "HTTPS://X"', { value: 'https://x' }, photos)).toBe(false);
    expect(matches('value eq "https://x"', { value: 'https://x' }, photos)).toBe(true);
  });

  test('sees own properties only', () => {
    expect(matches('type pr', Object.create({ type: 'work' }))).toBe(false);
    expect(matches('type pr', null)).toBe(false);
  });
});
