/** Reviews, one per line, in the format of table.ts. */
export const theRest = `
# straight-chino
5 | true | 251 | Frank J. | I stand for a living | Barber, ten hours a day. The gusset is the difference.
5 | true | 219 | Colin H. | Straight means straight | Not a carrot, not a tent. Finally.
4 | true | 188 | Arjun P. | Good twill, short in the inseam | I am six foot three, and there is four centimeters in the hem that I let down.
4 | large | 151 | Mike D. | Waist gives half a size | Snug new, easy after an hour. Buy the snug one.
5 | true | 114 | Bernard L. | Coin pocket | Holds exactly one key. I think of it as a key pocket.
5 | true | 67 | Stefan K. | Pucker on the seams | The garment dye collects in the seams and looks older than it is, in the best way.
2 | small | 38 | Greg T. | Thighs | I cycle. These did not get past mid-thigh in my waist size. The wide ones might.
5 | true | 13 | Nate R. | Olive is a good olive | More moss than army.
# straight-crease-trouser
5 | true | 99 | Adele F. | The crease is still there | Rain, bicycle, suitcase. Still there.
4 | true | 80 | Kim S. | Shallow side pockets | A phone sticks out, so I carry it. The line is worth it, I suppose.
5 | true | 57 | Lorraine B. | Suit or not | With the matching blazer at work, with the chevron knit on Sunday.
5 | true | 29 | Yasmin A. | Knees hold | No bagging after a long flight. The cloth springs back by itself.
3 | large | 11 | Petra W. | Long | I am average height and had to take up six centimeters with flats.
# high-straight-jean
5 | true | 63 | Robin C. | A negotiation, yes | Ten minutes of doubt on the first morning, then a pair of jeans for life.
5 | true | 60 | Dominique V. | Pocket placement | Four degrees, they write. Whatever it is, keep it.
4 | small | 54 | Alice N. | Go up one | No stretch means no stretch. The larger size is perfect and still flattering.
5 | true | 47 | Tamsin E. | Old-school denim | Smells of cotton, sounds like a tent, softens by the week.
5 | true | 40 | Jules M. | Button fly converts | Swore I would hate it. Now zippers feel flimsy.
3 | true | 34 | ~Carrie O. | Cropped on me | At five eleven they end well above the ankle. Called ankle length, so fair enough.
5 | true | 26 | Wen L. | Black stays black | Six cold washes and no gray seams yet.
4 | true | 17 | Maeve D. | Ecru is thick enough | No pocket lining showing. Coffee found them in three days.
1 | small | 12 | Denise H. | Not for me | I could not close them in my usual size, nor in the next. Refund came on the sixth day.
5 | true | 3 | Flora J. | Third pair of the year | One of each color now. Yes, I know.
# shuttle-loom-jean
5 | true | 128 | Keith A. | First fades are in | Five months, three washes. Whiskers where my whiskers are.
4 | true | 96 | Martin Z. | Rinsed and ready | No bathtub ritual, no shrinking. The leg could be a hair wider.
5 | true | 58 | Ollie G. | Red line | I turn the hem up just to see it.
4 | large | 22 | Hugh S. | Stretched at the waist | Two centimeters in a month. Belt on, all good.
# flared-satin-skirt
5 | true | 171 | Celeste R. | Black at dinner, green at lunch | Everyone asks which color it is. I say it depends.
4 | true | 125 | Vera K. | Flat at the hip | No gathers anywhere, so a shirt tucks in clean. Static with tights in January.
5 | true | 79 | Annika P. | Moves like water | Danced at a wedding in it until two. The hem survived my own heel.
4 | small | 32 | Joyce M. | Firm waistband | Exactly as measured. Measure yourself after lunch.
# double-breasted-wool-coat
5 | true | 21 | Margot D. | Eleven pieces, zero fuss | I spread it on the bed to find the seams. There are hardly any. It hangs like a bell.
5 | true | 19 | Lauren S. | Walked home in sleet | Forty minutes. It was wet on top and dry beneath, and it dried overnight on its hanger.
4 | large | 18 | Nina F. | Room for a sweater | They mean it. With only a blouse under it I could have taken an S.
5 | true | 15 | Joelle T. | Worth waiting for the M | Sold out when I looked, came back a week later, and it is my last coat for a decade.
5 | true | 13 | Constance B. | The pockets | At the right height and lined in something warm. Such a small thing.
4 | true | 10 | Erin Y. | Heavy, gladly | You know you are wearing it. One star off for shoulders by evening.
5 | true | 8 | Saskia L. | Camel without yellow | A cool, sandy camel. It goes with gray, which most do not.
3 | true | 5 | Bonnie G. | Lint magnet in black | A fine coat that needs a brush by the door. Mine came with a loose button as well; they mailed a spare.
5 | true | 2 | Harper V. | Looked at the inside first | Hand-felled lining at the armhole. Sold.
# gabardine-trench
5 | true | 91 | Louise A. | Nothing jingling | No rings, no chains. A raincoat for adults.
5 | true | 73 | Giselle P. | Fits a blazer under it | The cut allows for it. And belts in over a dress without looking like a sack.
4 | true | 50 | Marta K. | Crisp, then less crisp | It creases at the elbow and I have decided to find that charming.
4 | large | 24 | Ellen R. | Beige is pale | Very pale. Very pretty. Very much in need of a dry cleaner.
# one-button-blazer
5 | true | 32 | Sandra I. | Sleeve pitch is right | I type in it. No pulling across the back.
4 | true | 20 | Rachel U. | Long on short people | Covers the seat on me. Worth it for the shoulder.
5 | true | 8 | Imani J. | Burgundy! | Nearly brown at the desk, nearly red on the street.
# twill-bomber
4 | true | 190 | Dario C. | No orange inside | You would be surprised how hard that is to find.
5 | true | 143 | Jake N. | Longer at the back | Sits right on a bike and right at a bar.
4 | small | 92 | Will P. | Trim in the arm | Fine over a T-shirt, close over the harbor knit. Size up for knits.
2 | true | 35 | ~Rob E. | Zipper sticks | Looks great and feels lovely, but the left side catches once a day.
# cutting-room-tote
5 | true | 280 | Helga M. | It stands up | On the train, on the floor, at the market. Nobody warned me how good that is.
5 | true | 231 | Patrick O. | Twelve kilos of books | Not a rivet moved. I moved house with it.
4 | true | 162 | Winnie S. | No zipper | Things look out at the top. That is the deal.
5 | true | 75 | Clara B. | Better with coffee on it | Sponged down once, and softer since. Still carries the week.
4 | true | 18 | Isaac L. | Key loop is short | Good idea, five centimeters too brief.
# saddler-belt
5 | true | 200 | Graham T. | One piece of leather | Bent it double and it did not complain. The edge is like glass.
5 | true | 134 | Lotte D. | Changed the buckle myself | Two screws. I now own one belt and three buckles.
4 | small | 69 | Nigel F. | Measure to the middle hole | I did not, and had to exchange M for L. Easy to do.
5 | true | 16 | Bianca R. | Works for women too | On high trousers it takes the third hole and looks like I thought about it.
# court-sneaker
5 | true | 81 | Olivia H. | Stitched sole | Cobbler looked at it and nodded. I have never had a sneaker nodded at.
4 | small | 66 | Min J. | Half a size up | I am a 37.5 and took the 38. No blister with thin socks.
5 | true | 52 | Alessia G. | Three whites | You cannot see it until you can, and then it is all you see. Lovely.
5 | true | 39 | Kate W. | Clean with a damp cloth | Mud, wine, toddler. All off.
3 | true | 25 | ~Sue D. | Firm at first | A week of stiff heel counters. Comfortable now but I remember.
4 | true | 7 | Francesca N. | Navy laces in the box | Changed them on day one. A second pair of shoes for nothing.
# soft-ballet-flat
5 | true | 46 | Juliette M. | In my coat pocket | I walk in boots, sit in these. They weigh less than my gloves.
5 | true | 37 | Emma R. | Drawstring really draws | Narrow heel, no slipping, for once.
4 | large | 28 | Stella K. | They give | By the third day half a size. Take the tight pair.
2 | true | 19 | Gail P. | Thin on cobbles | You feel every stone. Indoors they are lovely, but I live in an old town.
5 | true | 9 | Noemi S. | Red like a ballet film | You know the one.
# plain-toe-derby
5 | true | 34 | Walter B. | Two firm weeks | Then the cork gave in. Now they are mine.
5 | true | 12 | Alan C. | High instep, no pain | First welted shoe I can lace all the way without numb toes. Trees in the box are cedar.
# crossed-strap-sandal
4 | true | 121 | Paloma E. | Took my footprint | By the end of a month you could identify me by it. A bit slow to break in at the small toe.
`;
