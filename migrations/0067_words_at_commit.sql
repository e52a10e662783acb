-- Words are written when the transaction commits: by then it holds the project's work mark, as evaluation does before it
-- writes where the words stand.
drop trigger project_terms_slugged on project_slugs;
drop trigger project_terms_token_added on tokens;
drop trigger project_terms_token_read on tokens;
drop trigger project_terms_renamed on projects;
drop function save_terms_of_slugs;
drop function save_terms_of_tokens;
drop function save_terms_token;
drop function save_terms_renamed;

create function save_terms_of_project() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array[new.id]);
  return null;
end $$;
create function save_terms_of_part() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array[new.project_id]);
  return null;
end $$;
create function save_terms_of_moved_part() returns trigger language plpgsql as $$
begin
  perform save_project_terms(array[old.project_id, new.project_id]);
  return null;
end $$;
create constraint trigger project_terms_renamed after update on projects
  deferrable initially deferred for each row when (old.name <> new.name) execute function save_terms_of_project();
create constraint trigger project_terms_slugged after insert on project_slugs
  deferrable initially deferred for each row execute function save_terms_of_part();
create constraint trigger project_terms_token_added after insert on tokens
  deferrable initially deferred for each row execute function save_terms_of_part();
create constraint trigger project_terms_token_read after update on tokens
  deferrable initially deferred for each row
  when ((old.name, old.symbol, old.symbol_declared, old.address, old.project_id)
    is distinct from (new.name, new.symbol, new.symbol_declared, new.address, new.project_id))
  execute function save_terms_of_moved_part();
