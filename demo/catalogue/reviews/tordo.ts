/** Reviews, one per line, in the format of table.ts. */
export const tordoReviews = `
# ferry-tote
5 | true | 160 | Siobhán K. | Carried a sail, more or less | Two wet towels, a melon and a two-year-old's wellingtons. The rivets did not blink.
5 | true | 101 | Jonas W. | Handles got darker | After one summer they are the color of tea. The canvas is only now starting to soften.
4 | true | 44 | Maud P. | Open top in the rain | It is a ferry bag without a lid, and I live in Galway. Otherwise five.
5 | true | 10 | Teresa A. | Met the man who rivets | We visited on a Thursday and he did mine while we waited.
# tram-bag
5 | true | 59 | Laurence V. | The divider | Passports left, everything else right. Four countries, nothing lost.
4 | true | 31 | Orla D. | Stiff lock at first | The turn needed two hands in the first week. Now it clicks.
5 | true | 13 | Benedetta R. | Bicycle bell brass | It even rings a little if you flick it. I checked because of the description.
# harness-belt
5 | true | 122 | Ciarán M. | Reins, indeed | I keep horses. This is the same leather, and I would drive with it.
4 | large | 70 | Dieter H. | Five holes, needed six | Came a little long for an M. I mailed it in, and they punched a sixth, free.
5 | true | 27 | Anabela S. | Roller is the trick | No scraped band beside the buckle after two months.
# dockside-cap
4 | true | 52 | Niamh B. | Sea-dunked as told | Dried on my head in Kerry, so it took two days. Shape is perfect.
# tile-square
5 | true | 25 | Hélène C. | Found the tile on day four | I shall not say where.
5 | true | 8 | Grace O. | Colors stay clear | Printed edges are crisp and the hem is fat and round, as hand-rolled ones are.
# notary-loafer
5 | true | 62 | Eoin F. | The heel is right | That one lift more makes a suit trouser break properly. The gentleman upstairs has a point.
4 | small | 40 | Matthias L. | Narrow toes, then not | Ten days of thin socks and they opened up. Color is richer than on screen.
3 | true | 19 | Declan R. | Slippery sole | Beautiful shoe. Leather on wet tile is what it is; I had rubber put on.
# caparica-sandal
5 | true | 130 | Róisín T. | On without hands | Standing on one leg at the edge of the sea. Try that with buckles.
4 | true | 95 | Ulrike N. | Salt marks, minor | They warned me and they were right, and a little oil helped.
2 | large | 41 | Joana V. | Ran big for me | Usually 38, swam in it. The 37 was gone by then, so back they went.
`;
