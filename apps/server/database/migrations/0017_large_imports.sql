-- Large files are processed one at a time. Many short rows take as much memory as a large file.
alter table shop.file_jobs add column is_large boolean not null default false;
update shop.file_jobs set is_large = true where direction = 'IN' and bytes > 2097152;
