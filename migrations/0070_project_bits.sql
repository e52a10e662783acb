-- Which projects fulfil what is kept as bits: one bit a project, in the place of its number. Filters and words given
-- together are a conjunction of bits, however many projects fulfil each of them.
alter table project_lists add column no integer generated always as identity;
create unique index project_lists_no on project_lists (no);

-- A key is a facet, or a prefix of words after `word:`. Rows of a key and a chunk are differences: taken together by
-- exclusive or they are its bits, so that writers never wait for each other.
create table project_bits (key text collate "C" not null, chunk integer not null, bits bit(4096) not null);
create index project_bits_key on project_bits (key, chunk);
-- Prefixes that many words begin with. A writer of words holds this table in row share mode until it commits, and who
-- adds a prefix excludes it.
create table word_prefixes (prefix text collate "C" primary key);

-- How many projects were listed when it was looked which prefixes to keep.
create table words_kept (listed bigint not null);
insert into words_kept values (0);

create aggregate joined_bits(bit varying) (sfunc = bitcat, stype = bit varying, initcond = '');

-- The bits of the projects that have all the keys; null where none has.
create function bits_of(keys text[]) returns bit varying language sql stable as $$
  with each as (
    select key, chunk, bit_xor(bits) as bits from project_bits where key = any(keys) group by key, chunk
  ), held as (
    select chunk, bit_and(bits) as bits from each group by chunk having count(*) = cardinality(keys)
  )
  select joined_bits(coalesce(held.bits, 0::bit(4096)) order by chunk)
  from generate_series(0, (select max(chunk) from held)) as chunk left join held using (chunk)
$$;

create function word_keys(words tsvector) returns setof text language sql stable as $$
  select distinct 'word:' || prefix
  from unnest(tsvector_to_array(words)) as word cross join generate_series(1, length(word)) as upto
  join word_prefixes on prefix = left(word, upto) collate "C"
$$;

drop trigger project_counts_listed on project_lists;
drop trigger project_counts_unlisted on project_lists;
drop trigger project_counts_relisted on project_lists;
drop function count_listed;
drop function count_unlisted;
drop function count_relisted;
drop function counted_facets;
drop table project_counts;

create function mark_listed() returns trigger language plpgsql as $$
begin
  lock table word_prefixes in row share mode;
  insert into project_bits (key, chunk, bits)
  select key, no >> 12, bit_xor(set_bit(0::bit(4096), no & 4095, 1))
  from listed, lateral (
    select unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)) as key
    union all select word_keys(words)
  ) as keys group by 1, 2;
  return null;
end $$;
create trigger project_bits_listed after insert on project_lists
  referencing new table as listed for each statement execute function mark_listed();
create trigger project_bits_unlisted after delete on project_lists
  referencing old table as listed for each statement execute function mark_listed();

-- Most writes move figures and nothing that is kept as bits: those are passed over.
create function mark_relisted() returns trigger language plpgsql as $$
begin
  if exists (select from unlisted as before join listed as after using (no) where before.words is distinct from after.words) then
    lock table word_prefixes in row share mode;
  end if;
  insert into project_bits (key, chunk, bits)
  with moved as materialized (
    select no, list_facets(before.published, before.activity_status, before.kind, before.launchpad, before.tabs, before.narratives, before.held) as left_,
      list_facets(after.published, after.activity_status, after.kind, after.launchpad, after.tabs, after.narratives, after.held) as entered
    from unlisted as before join listed as after using (no)
    where (before.published, before.activity_status, before.kind, before.launchpad, before.tabs, before.narratives, before.held)
      is distinct from (after.published, after.activity_status, after.kind, after.launchpad, after.tabs, after.narratives, after.held)
  ), differences as (
    select no, unnest(entered) as key from moved
    union all select no, unnest(left_) from moved
    union all select no, word_keys(before.words) from unlisted as before join listed as after using (no)
      where before.words is distinct from after.words
    union all select no, word_keys(after.words) from unlisted as before join listed as after using (no)
      where before.words is distinct from after.words
  )
  select key, no >> 12, bit_xor(set_bit(0::bit(4096), no & 4095, 1))
  from (select no, key from differences group by no, key having count(*) = 1) as moved group by 1, 2;
  return null;
end $$;
create trigger project_bits_relisted after update on project_lists
  referencing old table as unlisted new table as listed for each statement execute function mark_relisted();

-- Keeps the prefixes that at least so many words begin with, of fewer some.
create function keep_word_prefixes(many integer) returns void language plpgsql as $$
begin
  lock table word_prefixes in exclusive mode;
  with placed as (
    select term, row_number() over (order by term, project_id) as place from project_terms
  ), sampled as (
    select term, lead(term) over (order by place) as next from placed where place % (many / 2) = 0
  ), found as (
    select distinct left(term, upto) as prefix from sampled, generate_series(1, length(term)) as upto
    where starts_with(next, left(term, upto))
  ), added as (
    insert into word_prefixes (prefix) select prefix from found on conflict do nothing returning prefix
  )
  insert into project_bits (key, chunk, bits)
  select 'word:' || prefix, no >> 12, bit_or(set_bit(0::bit(4096), no & 4095, 1))
  from added join project_terms on term >= prefix and term < prefix || U&'\+10FFFF'
  join project_lists using (project_id) group by 1, 2;
  update words_kept set listed = coalesce(bit_count(bits_of('{all}')), 0);
end $$;

-- Takes the differences together. What prefixes are to be kept is looked for when a tenth more projects are listed.
create function add_up_project_bits(many integer) returns void language plpgsql as $$
begin
  with gone as (
    delete from project_bits where ctid in (
      select ctid from project_bits
      where (key, chunk) in (select key, chunk from project_bits group by key, chunk having count(*) > 1)
      for update skip locked)
    returning key, chunk, bits
  )
  insert into project_bits (key, chunk, bits)
  select key, chunk, bit_xor(bits) from gone group by key, chunk having bit_xor(bits) <> 0::bit(4096);
  if bit_count(bits_of('{all}')) > (select listed * 1.1 + many / 2 from words_kept) then
    perform keep_word_prefixes(many);
  end if;
end $$;

-- Writes the bits of everything listed anew.
create function write_project_bits(many integer) returns void language plpgsql as $$
begin
  lock table word_prefixes in exclusive mode;
  lock table project_bits in share row exclusive mode;
  delete from word_prefixes;
  delete from project_bits;
  insert into project_bits (key, chunk, bits)
  select key, no >> 12, bit_or(set_bit(0::bit(4096), no & 4095, 1))
  from project_lists, unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)) as key
  group by 1, 2;
  perform keep_word_prefixes(many);
end $$;
select write_project_bits(400);

-- A list is walked without its rows: by their numbers the bits say which of them are meant.
drop index project_lists_found;
drop index project_lists_status;
drop index project_lists_kind;
drop index project_lists_launchpad;
drop index project_lists_activity;
drop index project_lists_newest;
drop index project_lists_valuation;
drop index project_lists_liquidity;
drop index project_lists_volume;
drop index project_lists_most_active;
create index project_lists_activity on project_lists (last_activity_at desc nulls last, project_id) include (no) where published;
create index project_lists_status on project_lists
  (activity_status, last_activity_at desc nulls last, project_id) include (no) where published;
create index project_lists_newest on project_lists (first_published_at desc nulls last, project_id) include (no) where published;
create index project_lists_valuation on project_lists (valuation_order, valuation_usd desc nulls last, project_id) include (no) where published;
create index project_lists_liquidity on project_lists (liquidity_usd desc nulls last, project_id) include (no) where published;
create index project_lists_volume on project_lists (volume_24h_usd desc nulls last, project_id) include (no) where published;
create index project_lists_most_active on project_lists
  (meaningful_ships_30d desc nulls last, last_activity_at desc nulls last, project_id) include (no) where published;
