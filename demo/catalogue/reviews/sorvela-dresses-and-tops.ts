/** Reviews, one per line, in the format of table.ts. */
export const dressesAndTops = `
# jersey-wrap-dress
5 | true | 58 | Hannah W. | Survived a carry-on | Rolled into a shoe for a flight to Lisbon, hung in the bathroom for ten minutes, worn to a dinner that evening. Not a crease.
5 | true | 51 | Priya N. | The snap! | Whoever put a snap at the bust has taken the subway in a wrap dress. Thank you.
4 | large | 44 | Colleen B. | Size down if between | Lovely drape. I am between S and M and the M gaped a bit at the back neck, so I exchanged it and the S is right.
5 | true | 37 | Yolanda R. | XXL that is cut for XXL | The darts move with the size, they did not just add width. First wrap dress I have kept in years.
3 | true | 29 | Joan P. | Nice dress, clings over tights | Good weight and the tie is long enough, but over wool tights it rides up. I wear it with a slip now.
5 | true | 16 | Amelie D. | Rust is a brick red | In case you wonder from the pictures: the Rust is more brick than orange. I prefer it.
4 | true | 5 | Sam K. | Office staple | Third week, washed twice, no pilling. I wish the sleeves went to the wrist.
# poplin-shirt-dress
5 | true | 30 | Beatrice O. | Pockets, actual pockets | Phone, keys, half a sandwich. Still hangs straight.
5 | large | 24 | Nadia F. | Opaque in white | I held it up to the window before buying anything else. Nothing shows through. It is roomy, which suits me.
4 | true | 18 | Kirsten V. | Needs an iron | Of course it does, it is poplin. Beautiful after, tolerable before.
5 | true | 11 | Rosalind T. | Buttons sewn on like they mean it | Shanked and knotted. I am a tailor's daughter and I checked every one.
2 | large | 6 | Gwen A. | Too much shirt for me | I am five foot two and it came down to my ankles. Returned without trouble, but I would have liked a petite.
# denim-shirt-dress
4 | true | 150 | Leah M. | Soft from the start | I expected cardboard and got something broken in. One star less because the collar will not lie flat.
5 | true | 102 | Odette C. | Worn weekly since June | Over a turtleneck now, open over jeans next. The tobacco buttons make it.
4 | large | 63 | Fran L. | A column of denim | No waist at all, as they say. With a belt it is a different dress.
3 | small | 20 | ~Ines G. | Tight at the upper arm | Nice wash. The sleeve is narrow above the elbow if you swim or lift.
# ribbed-midi-dress
5 | true | 17 | Marguerite S. | Does not bag at the seat | I sit all day. Stood up at six and it was the same dress as at nine.
5 | true | 13 | Tess H. | Warm without bulk | Under my camel coat at two degrees, nothing else on top. The funnel neck folds just once, as it should.
4 | small | 9 | Ruth D. | Honest about shape | It shows what you had for lunch. Knit quality is excellent, and I took my usual size.
5 | true | 4 | Camille E. | Linking is gorgeous | Turn it inside out and look at the shoulder. You rarely see this under four hundred.
# three-tier-poplin-dress
5 | true | 160 | Greta N. | Summer, solved | Wore it through a week in Apulia with sandals and one necklace. Dries on a line in an hour.
4 | large | 133 | Mei L. | Volume, be warned | It is three tiers and you will take up room on a bench. Happy anyway.
5 | true | 97 | Sofia P. | Red stays red | Eight washes and it has not bled on a single thing.
5 | true | 71 | Agnes J. | Even hem | I am one-sided from carrying children and this still hangs level. Sorcery.
3 | large | 45 | Dana Q. | Wide at the neck | Pretty, but my bra strap shows. A stitch fixed it; it should not need one.
# wool-sheath-dress
5 | true | 82 | Vivian C. | Court-proof | I am a litigator. It sits, stands, argues and goes to dinner.
5 | true | 66 | Harriet L. | They left seam allowance | My tailor let the hips out one centimeter and charged me for ten minutes. More brands should.
4 | true | 48 | Noor S. | Zipper took some breaking in | Stiff for the first few wearings, now fine. The line of the front is perfectly clean.
4 | small | 31 | Elise B. | Runs close at the waist | No give for a big meal. I went one up and had the shoulders looked at.
5 | true | 12 | Paula G. | Cool in a heat wave | Wool in ninety-degree weather sounded mad. It breathes better than my linen.
# lambswool-crew-knit
5 | true | 50 | Owen T. | No itch | I cannot wear wool. I can wear this.
5 | true | 46 | Marcus B. | Looks right over a collar | The neck is exactly wide enough. Most crew necks swallow a shirt.
4 | large | 39 | Julian F. | A generous L | Body is roomier than the measures made me think; sleeves spot on. Kept it for layering.
5 | true | 33 | Theo R. | Second one | Bought Navy in October and Burgundy two weeks later. The rib at the hem has not gone wavy.
5 | true | 25 | Andrew K. | My wife wears it | Which is the only complaint.
3 | true | 19 | ~Pete S. | Pilled under the arms | Nice hand, but three weeks of rucksack straps and there are bobbles. They do tell you to comb it.
4 | true | 8 | Luca M. | Proper winter weight | Not heavy on the shoulders, yet I left the coat open at five degrees.
# fine-merino-turtleneck
5 | true | 70 | Ingrid H. | Tucks in flat | No roll of wool at the waistband. I have bought two more.
5 | true | 61 | Carla J. | Collar stays up | By four o'clock others have given up. This one has not.
4 | small | 55 | Bea W. | Slim in the sleeve | Snug on strong arms but the body is fine. I sized up and like it better.
5 | true | 38 | Monica A. | Under everything | Under the blazer, under the sheath dress, under pajamas in January.
2 | true | 27 | Lydia P. | A hole after a month | Small hole near the hem, perhaps my belt. They mended it for nothing, so two and not one.
4 | true | 10 | Zoe C. | Red is a true red | Neither orange nor blue. My only wish is a longer body.
# harbor-roll-neck
5 | true | 210 | Duncan M. | Like wearing a harbor wall | Took it on a boat in April. The spray beads on it and stays there.
5 | large | 166 | Henrik J. | Two weeks, as promised | It stood up by itself when it arrived. Now it is the best thing I own.
4 | large | 120 | Callum R. | Heavy, know that | Nearly a kilo on your neck all day. Glorious outdoors, too much at a desk.
3 | true | 84 | ~Vince O. | Scratchy against bare skin | Wear a T-shirt. With a T-shirt it is superb.
5 | true | 21 | Aidan F. | Gussets work | I restack wood in it. The hem does not move when I reach up.
# bengal-stripe-shirt
5 | true | 90 | Edward N. | The yoke lines up | I looked. It does. So does the pocket, which vanishes completely.
4 | true | 64 | Tomas V. | Good collar | Holds a tie, sits well without. Cuffs could be a centimeter tighter.
5 | true | 41 | Rafael D. | Cut for people | Not billowing, not painted on. Sits under a jacket without gathering.
4 | small | 14 | Simon G. | Shrank a touch | About one centimeter in the sleeve after two hot washes. My fault for ignoring the label.
# bow-neck-silk-blouse
5 | true | 36 | Eleanor Q. | Three blouses, truly | Bow for the board, no bow for the train, trailing for the party.
4 | large | 22 | Suzanne I. | Ecru is sheer-ish | They say so honestly. With a nude camisole it is lovely. Full sleeve, take care near soup.
5 | true | 7 | Diane M. | Silk that does not shout | Matte outside, slippery inside. The buttons are tiny and perfect.
# heavyweight-tee
5 | true | 301 | Gabe L. | Still square after a year | Bought two when they came out. Collar is as tight as day one.
5 | true | 268 | Nicole S. | No side seams | I did not know that was what bothered me about all the others.
5 | true | 233 | Ben A. | Substance | Feels like the ones my father had. White is not see-through, even on me.
4 | small | 199 | Rory P. | It does shrink | Four percent, they say, and four percent it is. Buy for after the wash.
4 | large | 170 | Katja M. | Boxy on women | I like boxy. If you do not, take one size down.
5 | true | 141 | Devon C. | Nine washes, no twist | The hem is still parallel to the floor.
5 | true | 109 | Samira H. | Good sleeves | They end in the middle of the upper arm and do not flare.
3 | true | 77 | ~Anton B. | Warm for summer | 240 grams is a lot on a beach. In the first cold week I understood it.
5 | true | 52 | Paul W. | Replaced the whole drawer | Six of these and nothing else. Decisions saved.
4 | true | 30 | Lena K. | Navy picks up lint | Wash it inside out, as the label says. Otherwise no notes.
5 | true | 6 | Oscar D. | Worth it | I did the math per wearing.
4 | true | 18 | Manny F. | Heavier than it looks online | In a good way. Dries slowly, so buy a spare.
5 | true | 15 | Greta O. | Takes a screen print badly, wears well | I tried to print on it for a club and the ink sat on top. As a plain shirt it has no rival.
2 | small | 11 | Ursula Z. | Neck too close | The collar never lets go, which others praise. I need more air at the throat.
# breton-stripe-tee
5 | true | 118 | Marion T. | I looked at the side seams | The stripes meet, all the way down.
5 | true | 93 | Philip E. | Striped inside | Silly thing to love and I love it. Roll the sleeve and the stripes go on.
4 | large | 70 | Jo B. | Neck is wide | As a boat neck should be, but bra straps will join the conversation.
4 | true | 42 | Astrid L. | Thick and soft | A proper double knit. Takes a day to dry in winter.
5 | true | 15 | Remy C. | Holiday uniform | Packed one, should have packed two.
# rib-tank
5 | true | 244 | Jasmine O. | High armholes at last | Nothing peeks out at the side. I stopped wearing a bra under it.
4 | true | 180 | Tilda F. | Goes back to shape overnight | Loose by evening, right again by morning, exactly as described.
5 | true | 88 | Marisol V. | Stays tucked | Gardened in it for a day. Shirt tail still in.
4 | small | 26 | Heidi R. | Order your larger size | Between XS and S, the S is the one.
# loopback-sweatshirt
5 | large | 40 | Casey M. | Month of stiffness, then heaven | They told the truth about the month.
4 | true | 23 | Elliot G. | Dry inside, not fluffy | If you want fleece, this is not it. For running in the cold it is better than fleece.
5 | true | 9 | Bridget S. | Red fades beautifully | Already lighter at the seams after three washes. Looks ten years mine.
`;
