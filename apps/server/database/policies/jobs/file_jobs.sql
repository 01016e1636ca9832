call shop.protect('shop.file_jobs', 'staff');
grant delete on shop.file_jobs to {{doors}};
grant update (ended_at, expires_at, state) on shop.file_jobs to {{doors}};
