call shop.protect('shop.menus', 'catalogue');
