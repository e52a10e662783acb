-- Projects are found by any filters and words together from one index, and two filters given together are counted as
-- one is.

-- Every facet with every pair of them, as they are counted. The parts of a pair stand in the order of their bytes.
create function counted_facets(facets text[]) returns text[] language sql immutable parallel safe
return facets || array(
  select one || e'\x1f' || other from unnest(facets) as one, unnest(facets) as other
  where one <> 'all' and other <> 'all' and one collate "C" < other collate "C");

create or replace function count_listed() returns trigger language plpgsql as $$
begin
  insert into project_counts (facet, n)
  select facet, count(*)
  from listed, unnest(counted_facets(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held))) as facet
  group by facet;
  return null;
end $$;
create or replace function count_unlisted() returns trigger language plpgsql as $$
begin
  insert into project_counts (facet, n)
  select facet, -count(*)
  from unlisted, unnest(counted_facets(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held))) as facet
  group by facet;
  return null;
end $$;
-- Most writes move figures and no facet: those are passed over.
create or replace function count_relisted() returns trigger language plpgsql as $$
begin
  insert into project_counts (facet, n)
  with moved as materialized (
    select list_facets(before.published, before.activity_status, before.kind, before.launchpad, before.tabs, before.narratives, before.held) as left_,
      list_facets(after.published, after.activity_status, after.kind, after.launchpad, after.tabs, after.narratives, after.held) as entered
    from unlisted as before join listed as after using (project_id)
    where (before.published, before.activity_status, before.kind, before.launchpad, before.tabs, before.narratives, before.held)
      is distinct from (after.published, after.activity_status, after.kind, after.launchpad, after.tabs, after.narratives, after.held)
  )
  select facet, sum(difference) from (
    select unnest(counted_facets(entered)) as facet, 1 as difference from moved
    union all
    select unnest(counted_facets(left_)), -1 from moved
  ) as differences
  group by facet having sum(difference) <> 0;
  return null;
end $$;
delete from project_counts;
insert into project_counts (facet, n)
select facet, count(*)
from project_lists, unnest(counted_facets(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held))) as facet
group by facet;

-- Words stand where the filters do, and are kept of published projects alone: only they are found.
alter table project_lists add column words tsvector;
create or replace function save_project_terms(ids uuid[]) returns void language sql as $$
  with found as materialized (
    select distinct named.project_id, term.word from (
      select id as project_id, name as words from projects where id = any(ids)
      union all select project_id, slug from project_slugs where project_id = any(ids)
      union all select project_id, concat_ws(' ', symbol, symbol_declared, name, address) from tokens
        where project_id = any(ids)
    ) as named
    join project_lists as listed on listed.project_id = named.project_id and listed.published,
    unnest(search_words(named.words)) as term(word)
  ), gone as (
    delete from project_terms as held where held.project_id = any(ids)
      and not exists (select from found where found.project_id = held.project_id and found.word = held.term)
  ), worded as (
    update project_lists as listed set words = now.words
    from (
      select id as project_id, array_to_tsvector(array_agg(word) filter (where word is not null)) as words
      from unnest(ids) as id left join found on found.project_id = id group by id
    ) as now
    where now.project_id = listed.project_id and now.words is distinct from listed.words
  )
  insert into project_terms (term, project_id) select word, project_id from found on conflict do nothing
$$;
drop trigger project_terms_named on projects;
drop function save_terms_of_projects;
create or replace function save_terms_of_slugs() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array(select distinct project_id from written));
  return null;
end $$;
create or replace function save_terms_of_tokens() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array(select distinct project_id from written));
  return null;
end $$;
create function save_terms_listed() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array[new.project_id]);
  return null;
end $$;
create trigger project_terms_listed after insert on project_lists
  for each row when (new.published) execute function save_terms_listed();
create trigger project_terms_moved after update on project_lists
  for each row when (old.published is distinct from new.published) execute function save_terms_listed();
select save_project_terms(array(select id from projects));

create index project_lists_found on project_lists
  using gin (list_facets(published, activity_status, kind, launchpad, tabs, narratives, held), words)
  with (fastupdate = off) where published;
drop index project_lists_narratives;
