grant select, insert, update on shop.platform_settings to {{worker}};
