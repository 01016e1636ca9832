call shop.protect('shop.facet_values', 'catalogue');
