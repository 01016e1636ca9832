-- Large files are processed one at a time. A file with very many rows counts as large even if it has few bytes.
alter table shop.file_jobs add column is_large boolean not null default false;
update shop.file_jobs set is_large = true where direction = 'IN' and bytes > 2097152;
