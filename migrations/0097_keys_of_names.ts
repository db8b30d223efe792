import { Migration } from '@mikro-orm/migrations';
import { unassigned } from './unicode-14.ts';

/**
 * Two spellings of one name are one name (docs/decisions/0098), and two spellings of one mailbox are one mailbox (docs/decisions/0099).
 * Functions of the database make the keys, so nodes of the release before keep them, too.
 */
export class Migration0097KeysOfNames extends Migration {
  override up(): void {
    this.addSql(foldedText);
    this.addSql(mailbox);
    this.addSql(keys);
    this.addSql(signInNames);
    this.addSql(doubles);
  }
}

const escaped = (code: number): string => `\\U${code.toString(16).padStart(8, '0')}`;
const newer = unassigned.map(([first, last]) =>
  first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`,
);

/** Literals on lines of their own are one literal. */
const lines = (parts: readonly string[], each: number): string =>
  Array.from(
    { length: Math.ceil(parts.length / each) },
    (_, at) => `'${parts.slice(at * each, (at + 1) * each).join('')}'`,
  ).join('\n      ');

// A function of an index runs without the schema in its search path, so it names functions of pg_catalog only. The default collation
// is that of the database, also for a column in the order of code points.
const foldedText = `
create function folded(written text) returns text language plpgsql immutable strict parallel safe as $body$
begin
  if octet_length(written) = char_length(written) then
    return lower(written collate "default");
  end if;
  declare
    newer constant text :=
      ${lines(newer, 5)};
  begin
    if written !~ ('[' || newer || ']') then
      return normalize(lower(normalize(written collate "default", nfkc)), nfkc);
    end if;
    return (select string_agg(case when run[1] ~ ('[' || newer || ']') then run[1]
                                   else normalize(lower(normalize(run[1] collate "default", nfkc)), nfkc) end, '' order by place)
              from regexp_matches(written, '[' || newer || ']+|[^' || newer || ']+', 'g') with ordinality as found (run, place));
  end;
end $body$;`;

// RFC 3492 section 6.2, as src/lib/label-in-letters.ts has it.
const mailbox = `
create function mailbox_in_letters(folded text) returns text language plpgsql immutable strict parallel safe as $body$
declare
  name text;
  domain text;
  labels text[];
  label text;
  digits text;
  letters text;
  code bigint;
  place bigint;
  bias bigint;
  delta bigint;
  weight bigint;
  base bigint;
  threshold bigint;
  digit bigint;
  is_first boolean;
begin
  if folded !~ '@[^@]*(xn--|。|\\.$)[^@]*$' then
    return folded;
  end if;
  name := substring(folded from '^(.*@)[^@]*$');
  domain := regexp_replace(replace(substring(folded from '@([^@]*)$'), '。', '.'), '\\.$', '');
  if domain !~ '(^|\\.)xn--' then
    return name || domain;
  end if;
  foreach label in array string_to_array(domain, '.') loop
    digits := substring(label from '^xn--(?:.*-)?([^-]+)$');
    if digits is null then
      labels := labels || label;
      continue;
    end if;
    letters := coalesce(substring(label from '^xn--(.*)-[^-]+$'), '');
    code := 128;
    place := 0;
    bias := 72;
    is_first := true;
    <<numbers>>
    while digits <> '' loop
      delta := 0;
      weight := 1;
      base := 36;
      loop
        digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', left(digits, 1)) - 1;
        if digits = '' or digit < 0 then
          letters := null;
          exit numbers;
        end if;
        digits := substr(digits, 2);
        delta := delta + digit * weight;
        if delta > 2147483648 then
          letters := null;
          exit numbers;
        end if;
        threshold := least(greatest(base - bias, 1), 26);
        exit when digit < threshold;
        weight := weight * (36 - threshold);
        if weight > 2147483648 then
          letters := null;
          exit numbers;
        end if;
        base := base + 36;
      end loop;
      place := place + delta;
      code := code + place / (char_length(letters) + 1);
      place := place % (char_length(letters) + 1);
      if code > 1114111 or code between 55296 and 57343 then
        letters := null;
        exit numbers;
      end if;
      letters := left(letters, place::int) || chr(code::int) || substr(letters, place::int + 1);
      place := place + 1;
      delta := delta / case when is_first then 700 else 2 end;
      delta := delta + delta / char_length(letters);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + 36 * delta / (delta + 38);
      is_first := false;
    end loop;
    labels := labels || coalesce(letters, label);
  end loop;
  return name || array_to_string(labels, '.');
end $body$;`;

// A letter may fold to 18 letters, for which an index has no room. The bodies of two functions are bound to other functions, and not to
// a search path.
const keys = `
create function shortened(key text) returns text language plpgsql immutable strict parallel safe as $body$
begin
  if char_length(key) <= 400 then
    return key;
  end if;
  return left(key, 300) || encode(sha256(convert_to(key, 'UTF8')), 'hex');
end $body$;
create function name_key(name text) returns text language sql immutable parallel safe
begin atomic
  select shortened(folded(name));
end;
create function sign_in_key(name text) returns text language sql immutable parallel safe
begin atomic
  select shortened(mailbox_in_letters(folded(name)));
end;`;

// The spelling and the key of a name are two rows where they differ. An update claims a key only if the name gets another one: two users
// who had one name before keep their names.
const signInNames = `
create or replace function keep_sign_in_names() returns trigger language plpgsql as $body$
declare
  wanted record;
  holder text;
  first text collate "C" := lower(new.username);
  second text collate "C" := lower(new.email);
  first_key text collate "C" := sign_in_key(new.username);
  second_key text collate "C" := sign_in_key(new.email);
begin
  if tg_op = 'UPDATE' then
    delete from sign_in_names s
     where s.org_id = new.org_id and s.user_id = new.id
       and (new.released_at is not null
            or s.name not in (first, first_key) and coalesce(s.name not in (second, second_key), true));
  end if;
  if new.released_at is not null then
    return null;
  end if;
  if tg_op = 'INSERT' and first = first_key and second is not distinct from second_key then
    insert into sign_in_names (org_id, name, user_id) values (new.org_id, least(first, second), new.id) on conflict do nothing;
    if found then
      if second is null or second = first then
        return null;
      end if;
      insert into sign_in_names (org_id, name, user_id) values (new.org_id, greatest(first, second), new.id) on conflict do nothing;
      if found then
        return null;
      end if;
    end if;
  end if;
  for wanted in
    select n.name, min(n.kind) as kind
      from (values ('users_username', first, lower(old.username)), ('users_email', second, lower(old.email)),
                   ('users_username', first_key, sign_in_key(old.username)), ('users_email', second_key, sign_in_key(old.email)))
             as n (kind, name, before)
     where n.name is not null
       and (tg_op = 'INSERT' or old.released_at is not null or n.name is distinct from n.before)
     group by n.name order by n.name collate "C"
  loop
    insert into sign_in_names (org_id, name, user_id) values (new.org_id, wanted.name, new.id) on conflict do nothing;
    continue when found;
    -- The other transaction has committed by now, so this statement sees its row.
    select s.user_id into holder from sign_in_names s where s.org_id = new.org_id and s.name = wanted.name;
    if holder is distinct from new.id then
      raise exception 'the name belongs to another user' using errcode = 'unique_violation', constraint = wanted.kind;
    end if;
  end loop;
  return null;
end $body$;`;

// Groups that had one name before are doubles, and the unique index leaves them out. A double that gets another name is one no longer.
const doubles = `
alter table groups add column is_double boolean not null default false;
create function judge_double_group() returns trigger language plpgsql as $body$
begin
  new.is_double := false;
  return new;
end $body$;
create trigger groups_renamed before update of name on groups for each row
  when (old.is_double and name_key(old.name) <> name_key(new.name))
  execute function judge_double_group();`;
