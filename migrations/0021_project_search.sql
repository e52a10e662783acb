-- The words of a text as search takes them, in their order: folded to one form and lower case, anything but letters and digits between.
create function search_words(words text) returns text[] language sql immutable parallel safe strict
return array(
  select left(word, 80) from unnest(string_to_array(
    regexp_replace(lower(normalize(words, NFKC) collate "pg_c_utf8"), '[^[:alnum:]]+', ' ', 'g'), ' '))
    with ordinality as parted(word, place)
  where word <> '' order by place
);

-- Every word a project is found by: of its name, its slugs now and formerly, its token's symbol, and the contract.
create table project_terms (
  term text collate "C" not null,
  project_id uuid not null references projects on delete cascade,
  primary key (term, project_id)
);
create index project_terms_project on project_terms (project_id);

create function save_project_terms(ids uuid[]) returns void language sql as $$
  with found as (
    select distinct named.project_id, term.word from (
      select id as project_id, name as words from projects where id = any(ids)
      union all select project_id, slug from project_slugs where project_id = any(ids)
      union all select project_id, concat_ws(' ', symbol, symbol_declared, name, address) from tokens
        where project_id = any(ids)
    ) as named, unnest(search_words(named.words)) as term(word)
  ), gone as (
    delete from project_terms as held where held.project_id = any(ids)
      and not exists (select from found where found.project_id = held.project_id and found.word = held.term)
  )
  insert into project_terms (term, project_id) select word, project_id from found on conflict do nothing
$$;

create function save_terms_of_projects() returns trigger language plpgsql as $$
begin
  insert into project_terms (term, project_id)
  select word, id from written, unnest(search_words(name)) as word on conflict do nothing;
  return null;
end $$;
create trigger project_terms_named after insert on projects
  referencing new table as written for each statement execute function save_terms_of_projects();
create function save_terms_of_slugs() returns trigger language plpgsql as $$
begin
  insert into project_terms (term, project_id)
  select word, project_id from written, unnest(search_words(slug)) as word on conflict do nothing;
  return null;
end $$;
create trigger project_terms_slugged after insert on project_slugs
  referencing new table as written for each statement execute function save_terms_of_slugs();
create function save_terms_of_tokens() returns trigger language plpgsql as $$
begin
  insert into project_terms (term, project_id)
  select word, project_id from written,
    unnest(search_words(concat_ws(' ', symbol, symbol_declared, name, address))) as word
  on conflict do nothing;
  return null;
end $$;
create trigger project_terms_token_added after insert on tokens
  referencing new table as written for each statement execute function save_terms_of_tokens();

create function save_terms_renamed() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array(select written.id from written join before using (id) where written.name <> before.name));
  return null;
end $$;
create trigger project_terms_renamed after update on projects
  referencing old table as before new table as written for each statement execute function save_terms_renamed();
create function save_terms_token() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array(
    select distinct written.project_id from written join before using (chain_id, address)
    where (written.name, written.symbol, written.symbol_declared, written.project_id)
      is distinct from (before.name, before.symbol, before.symbol_declared, before.project_id)));
  return null;
end $$;
create trigger project_terms_token_read after update on tokens
  referencing old table as before new table as written for each statement execute function save_terms_token();

select save_project_terms(array(select id from projects));
