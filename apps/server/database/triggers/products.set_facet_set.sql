create trigger set_facet_set before insert or update of category, department, sizes, colors on shop.products
  for each row execute function shop.set_facet_set();
