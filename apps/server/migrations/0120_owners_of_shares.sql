-- Shares of connections and of page renderings are counted by owner: one owner may have a hundred stores.
grant execute on function door.owner_of_store(uuid) to {{catalogue}};
