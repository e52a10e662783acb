-- What orders of the list compare, falling: what is not known comes last, and the project's id after it. Places so compare
-- as rows do, and an index is entered at any of them.
drop index project_lists_activity;
drop index project_lists_status;
drop index project_lists_newest;
drop index project_lists_valuation;
drop index project_lists_liquidity;
drop index project_lists_volume;
drop index project_lists_most_active;
alter table project_lists drop column valuation_order;
alter table project_lists
  add column by_activity double precision not null generated always as
    (coalesce(extract(epoch from last_activity_at at time zone 'UTC')::double precision, '-infinity')) stored,
  add column by_publication double precision not null generated always as
    (coalesce(extract(epoch from first_published_at at time zone 'UTC')::double precision, '-infinity')) stored,
  -- the earliest first
  add column by_first_ship double precision not null generated always as
    (coalesce(-extract(epoch from first_ship_at at time zone 'UTC')::double precision, '-infinity')) stored,
  add column by_ships double precision not null generated always as
    (coalesce(meaningful_ships_30d::double precision, '-infinity')) stored,
  -- market caps come before fully diluted values, which are never compared with them
  add column by_valuation_kind double precision not null generated always as
    (case valuation_kind when 'marketCap' then 2 when 'fdv' then 1 else 0 end) stored,
  add column by_valuation double precision not null generated always as (coalesce(valuation_usd, '-infinity')) stored,
  add column by_liquidity double precision not null generated always as (coalesce(liquidity_usd, '-infinity')) stored,
  add column by_volume double precision not null generated always as (coalesce(volume_24h_usd, '-infinity')) stored;
create index project_lists_activity on project_lists (by_activity, project_id) include (no) where published;
create index project_lists_status on project_lists (activity_status, by_activity, project_id) include (no) where published;
create index project_lists_newest on project_lists (by_publication, project_id) include (no) where published;
create index project_lists_valuation on project_lists (by_valuation_kind, by_valuation, project_id) include (no) where published;
create index project_lists_liquidity on project_lists (by_liquidity, project_id) include (no) where published;
create index project_lists_volume on project_lists (by_volume, project_id) include (no) where published;
create index project_lists_most_active on project_lists (by_ships, by_activity, project_id) include (no) where published;

-- Where an order of the list is cut into spans that held equally many when it was: the places where spans begin, but for
-- the first, which begins with the list. Which span a project lies in is kept as bits. Who writes bits holds this table
-- in row share mode until it commits, and who cuts excludes it.
create table project_cuts (
  name text collate "C" not null,
  span integer not null check (span > 0),
  x double precision not null,
  y double precision not null,
  id uuid not null,
  primary key (name, span)
);

create function order_places(
  by_activity double precision, by_publication double precision, by_ships double precision,
  by_valuation_kind double precision, by_valuation double precision, by_liquidity double precision, by_volume double precision
) returns table (name text, x double precision, y double precision) language sql immutable as $$
  values ('activity', by_activity, 0), ('newest', by_publication, 0), ('marketCap', by_valuation_kind, by_valuation),
    ('liquidity', by_liquidity, 0), ('volume24h', by_volume, 0), ('mostActive', by_ships, by_activity)
$$;

-- The keys of the spans in which a project lies, in the orders that are cut.
create function span_keys(
  id uuid, by_activity double precision, by_publication double precision, by_ships double precision,
  by_valuation_kind double precision, by_valuation double precision, by_liquidity double precision, by_volume double precision
) returns setof text language sql stable as $$
  select 'span:' || name || ':' || (
    select coalesce(max(span), 0) from project_cuts as cut
    where cut.name = place.name and (cut.x, cut.y, cut.id) >= (place.x, place.y, span_keys.id))
  from order_places(by_activity, by_publication, by_ships, by_valuation_kind, by_valuation, by_liquidity, by_volume) as place
  where exists (select from project_cuts as cut where cut.name = place.name)
$$;

-- The bits of the projects that have all the keys, by chunk.
create function chunks_of(keys text[]) returns table (chunk integer, bits bit(4096)) language sql stable as $$
  select chunk, bit_and(bits) from (
    select key, chunk, bit_xor(bits) as bits from project_bits where key = any(keys) group by key, chunk
  ) as each group by chunk having count(*) = cardinality(keys)
$$;

create or replace function bits_of(keys text[]) returns bit varying language sql stable as $$
  with held as (select chunk, bits from chunks_of(keys))
  select joined_bits(coalesce(held.bits, 0::bit(4096)) order by chunk)
  from generate_series(0, (select max(chunk) from held)) as chunk left join held using (chunk)
$$;

create or replace function mark_listed() returns trigger language plpgsql as $$
begin
  lock table project_cuts in row share mode;
  lock table word_prefixes in row share mode;
  insert into project_bits (key, chunk, bits)
  select key, no >> 12, bit_xor(set_bit(0::bit(4096), no & 4095, 1))
  from listed, lateral (
    select unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)) as key
    union all select word_keys(words)
    union all select * from span_keys(project_id, by_activity, by_publication, by_ships, by_valuation_kind, by_valuation,
      by_liquidity, by_volume) where published
  ) as keys group by 1, 2;
  return null;
end $$;

-- Most writes move figures within their spans and nothing else that is kept as bits: nothing is written for those.
create or replace function mark_relisted() returns trigger language plpgsql as $$
begin
  lock table project_cuts in row share mode;
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
    union all select no, key from unlisted, span_keys(project_id, by_activity, by_publication, by_ships, by_valuation_kind,
        by_valuation, by_liquidity, by_volume) as key where published
    union all select no, key from listed, span_keys(project_id, by_activity, by_publication, by_ships, by_valuation_kind,
        by_valuation, by_liquidity, by_volume) as key where published
  )
  select key, no >> 12, bit_xor(set_bit(0::bit(4096), no & 4095, 1))
  from (select no, key from differences group by no, key having count(*) = 1) as moved group by 1, 2;
  return null;
end $$;

-- Writes the bits of everything listed anew.
create or replace function write_project_bits(many integer) returns void language plpgsql as $$
begin
  lock table project_cuts in exclusive mode;
  lock table word_prefixes in exclusive mode;
  lock table project_bits in share row exclusive mode;
  delete from word_prefixes;
  delete from project_bits;
  insert into project_bits (key, chunk, bits)
  select key, no >> 12, bit_or(set_bit(0::bit(4096), no & 4095, 1))
  from project_lists, lateral (
    select unnest(list_facets(published, activity_status, kind, launchpad, tabs, narratives, held)) as key
    union all select * from span_keys(project_id, by_activity, by_publication, by_ships, by_valuation_kind, by_valuation,
      by_liquidity, by_volume) where published
  ) as keys group by 1, 2;
  perform keep_word_prefixes(many);
end $$;

-- Cuts the orders anew of which a span holds three times as many as it should, from so many listed projects on.
create function cut_project_orders(spans integer, from_listed bigint) returns void language plpgsql as $$
declare listed bigint := coalesce(bit_count(bits_of('{all}')), 0); lopsided text[];
begin
  if listed < from_listed then return; end if;
  select array_agg(name) into lopsided from order_places(0, 0, 0, 0, 0, 0, 0) as place where coalesce((
    select max(n) from (
      select sum(bit_count(bits)) as n from (
        select key, chunk, bit_xor(bits) as bits from project_bits
        where key >= 'span:' || place.name || ':' and key < 'span:' || place.name || ';' group by key, chunk
      ) as each group by key
    ) as counted), listed) > 3 * listed / spans;
  if lopsided is null then return; end if;
  lock table project_cuts in exclusive mode;
  lock table project_bits in share row exclusive mode;
  delete from project_cuts where name = any(lopsided);
  delete from project_bits using unnest(lopsided) as name where key >= 'span:' || name || ':' and key < 'span:' || name || ';';
  with ordered as (
    select name, x, y, project_id, no, count(*) over (partition by name) as total,
      row_number() over (partition by name order by x desc, y desc, project_id desc) - 1 as place
    from project_lists, order_places(by_activity, by_publication, by_ships, by_valuation_kind, by_valuation, by_liquidity, by_volume)
    where published and name = any(lopsided)
  ), spanned as materialized (
    select *, dense_rank() over (partition by name order by place * spans / total) - 1 as span,
      place * spans / total > (place - 1) * spans / total as begins
    from ordered
  ), cuts as (
    insert into project_cuts (name, span, x, y, id)
    select name, span, x, y, project_id from spanned where begins and span > 0 returning name
  )
  insert into project_bits (key, chunk, bits)
  select 'span:' || name || ':' || span, no >> 12, bit_or(set_bit(0::bit(4096), no & 4095, 1)) from spanned
  where name in (select name from cuts) group by 1, 2;
end $$;
