create trigger note_dropped_picture after delete on shop.review_photos for each row execute function door.note_dropped_picture();
