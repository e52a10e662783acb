-- How many functions of the interface have no known selector, because their name or a type of theirs could not be read.
-- Calls to them cannot be told from others. Null until a version that knows the column reads the interface.
alter table interfaces
  add column unnamed_functions integer check (unnamed_functions >= 0);
