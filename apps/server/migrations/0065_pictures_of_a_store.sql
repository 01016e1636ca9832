-- A store's pictures one after the other, as they are written into a file.
create index images_of_store on shop.images (store_id, key) where key is not null;
