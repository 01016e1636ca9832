-- The quantity in the last export. If an import has the same quantity, nobody edited it, so the stock doesn't change.
alter table shop.imported_quantities
  add column exported int check (exported >= 0),
  alter column quantity drop not null;
