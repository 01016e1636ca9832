-- Imports are processed in the file's order. A running import that began in another order starts again.
update shop.file_jobs set step = null, done = 0, checked = 0 where state = 'RUNNING' and arranged <> '{}';
alter table shop.file_jobs drop column arranged;
