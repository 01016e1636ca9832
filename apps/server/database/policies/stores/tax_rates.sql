call shop.protect('shop.tax_rates', 'staff');
