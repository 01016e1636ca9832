call shop.protect('shop.file_findings', 'staff');
grant delete on shop.file_findings to {{doors}};
