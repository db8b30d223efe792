-- Keys of names: two spellings of one name are one name (ADR 0098), and two spellings of one mailbox are one mailbox (ADR 0099).
-- The database makes the keys, so every statement that writes a name keeps them. `src/lib/name-key.ts` makes the same keys in
-- memory.

-- Returns a text in one spelling: NFKC, lower case, NFKC. Code points that Unicode 14 has not assigned stay as they are, because
-- a later Postgres may fold them in another way, and an index keeps its old entries. `0105_schema.ts` puts the list of these code
-- points in.
-- A function of an index runs without the schema in its search path, so it names functions of `pg_catalog` only. The default
-- collation is that of the database, also for a column in the order of code points.
create function folded(written text) returns text language plpgsql immutable parallel safe strict as $body$
begin
  if octet_length(written) = char_length(written) then
    return lower(written collate "default");
  end if;
  declare
    newer constant text :=
      :unassigned;
  begin
    if written !~ ('[' || newer || ']') then
      return normalize(lower(normalize(written collate "default", nfkc)), nfkc);
    end if;
    return (select string_agg(case when run[1] ~ ('[' || newer || ']') then run[1]
                                   else normalize(lower(normalize(run[1] collate "default", nfkc)), nfkc) end, '' order by place)
              from regexp_matches(written, '[' || newer || ']+|[^' || newer || ']+', 'g') with ordinality as found (run, place));
  end;
end $body$;

-- Returns a folded address with the labels of its domain in letters (RFC 3492 section 6.2). `src/lib/label-in-letters.ts` does
-- the same.
create function mailbox_in_letters(folded text) returns text language plpgsql immutable parallel safe strict as $body$
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
  if folded !~ '@[^@]*(xn--|。|\.$)[^@]*$' then
    return folded;
  end if;
  name := substring(folded from '^(.*@)[^@]*$');
  domain := regexp_replace(replace(substring(folded from '@([^@]*)$'), '。', '.'), '\.$', '');
  if domain !~ '(^|\.)xn--' then
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
end $body$;

-- Cuts a long key. One letter may fold to 18 letters, for which an index has no room.
create function shortened(key text) returns text language plpgsql immutable parallel safe strict as $body$
begin
  if char_length(key) <= 400 then
    return key;
  end if;
  return left(key, 300) || encode(sha256(convert_to(key, 'UTF8')), 'hex');
end $body$;

-- The bodies of these two functions are bound to other functions, and not to a search path. The key of a name of a group, an
-- identity or a credential, and of a user name or an e-mail address.
create function name_key(name text) returns text language sql immutable parallel safe
begin atomic
  select shortened(folded(name));
end;
create function sign_in_key(name text) returns text language sql immutable parallel safe
begin atomic
  select shortened(mailbox_in_letters(folded(name)));
end;
