-- A thing shipped by a source of two projects is a ship of each. Ships already held keep their ids.
alter table ships drop constraint ships_natural_key_key;
alter table ships add constraint ships_identity unique (project_id, natural_key);
