create trigger note_dropped_picture after delete on shop.media for each row execute function door.note_dropped_picture();
