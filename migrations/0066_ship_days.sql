-- How many listed ships each day has, as differences to be added up: a deep page passes over whole days.
create table ship_days (day integer not null, n bigint not null);
create index ship_days_day on ship_days (day) include (n);

create function count_ships_added() returns trigger language plpgsql as $$
begin
  insert into ship_days (day, n)
  select day_of(occurred_at), count(*) from added join project_lists as listed using (project_id)
  where listed.published and withdrawn_at is null group by 1;
  return null;
end $$;
create trigger ship_days_added after insert on ships
  referencing new table as added for each statement execute function count_ships_added();

create function count_ships_gone() returns trigger language plpgsql as $$
begin
  insert into ship_days (day, n)
  select day_of(occurred_at), -count(*) from gone join project_lists as listed using (project_id)
  where listed.published and withdrawn_at is null group by 1;
  return null;
end $$;
create trigger ship_days_gone after delete on ships
  referencing old table as gone for each statement execute function count_ships_gone();

create function count_ship_moved() returns trigger language plpgsql as $$
begin
  insert into ship_days (day, n)
  select day_of(ship.occurred_at), ship.difference
  from (values (old.project_id, old.occurred_at, old.withdrawn_at, -1), (new.project_id, new.occurred_at, new.withdrawn_at, 1))
    as ship(project_id, occurred_at, withdrawn_at, difference)
  join project_lists as listed using (project_id)
  where listed.published and ship.withdrawn_at is null;
  return null;
end $$;
create trigger ship_days_moved after update on ships for each row
  when ((old.project_id, day_of(old.occurred_at), old.withdrawn_at is null)
    is distinct from (new.project_id, day_of(new.occurred_at), new.withdrawn_at is null))
  execute function count_ship_moved();

create function count_ships_listed() returns trigger language plpgsql as $$
begin
  insert into ship_days (day, n)
  select day_of(occurred_at), count(*) * case when new.published then 1 else -1 end
  from ships where project_id = new.project_id and withdrawn_at is null group by 1;
  return null;
end $$;
create trigger ship_days_listed after update on project_lists for each row
  when (old.published is distinct from new.published) execute function count_ships_listed();

insert into ship_days (day, n)
select day_of(occurred_at), count(*) from ships join project_lists as listed using (project_id)
where listed.published and withdrawn_at is null group by 1;
