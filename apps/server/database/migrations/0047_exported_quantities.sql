-- The quantity in the last export. An import with the same quantity was not edited and doesn't change the stock.
alter table shop.imported_quantities
  add column exported int check (exported >= 0),
  alter column quantity drop not null;
