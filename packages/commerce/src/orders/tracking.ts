/** A carrier with its public tracking page. */
type Carrier = {
  name: string;
  /** Spellings of the carrier's name, as carrierKey() returns them. */
  keys: string;
  /** The page's URL without the tracking number, which is appended. */
  url: string;
};

/** The carriers whose tracking pages are known. The pages of DHL and GLS find parcels from all their countries. */
export const carriers: readonly Carrier[] = [
  {
    name: "DHL",
    keys: "dhl dhlexpress dhlecommerce",
    url: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
  },
  {
    name: "DHL Paket",
    keys: "dhlpaket dhlgermany dhldeutschland deutschepost",
    url: "https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=",
  },
  { name: "UPS", keys: "ups unitedparcelservice", url: "https://www.ups.com/track?tracknum=" },
  {
    name: "FedEx",
    keys: "fedex fedexexpress fedexground tnt",
    url: "https://www.fedex.com/fedextrack/?trknbr=",
  },
  {
    name: "USPS",
    keys: "usps unitedstatespostalservice",
    url: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
  },
  {
    name: "DPD",
    keys: "dpd dpdgermany dpddeutschland",
    url: "https://tracking.dpd.de/parcelstatus?query=",
  },
  { name: "DPD UK", keys: "dpduk", url: "https://track.dpd.co.uk/search?reference=" },
  {
    name: "GLS",
    keys: "gls",
    url: "https://gls-group.com/GROUP/en/parcel-tracking?match=",
  },
  {
    name: "Royal Mail",
    keys: "royalmail",
    url: "https://www.royalmail.com/track-your-item#/tracking-results/",
  },
  { name: "Evri", keys: "evri hermesuk", url: "https://www.evri.com/track/parcel/" },
  {
    name: "Poste Italiane",
    keys: "posteitaliane poste sda",
    url: "https://www.poste.it/cerca/index.html#/risultati-spedizioni/",
  },
  {
    name: "BRT",
    keys: "brt bartolini brtbartolini",
    url: "https://vas.brt.it/vas/sped_det_show.hsm?referer=sped_numspe_par.htm&Nspediz=",
  },
  {
    name: "Correos",
    keys: "correos",
    url: "https://www.correos.es/es/es/herramientas/localizador/envios/detalle?tracking-number=",
  },
  {
    name: "La Poste",
    keys: "laposte colissimo lapostecolissimo",
    url: "https://www.laposte.fr/outils/suivre-vos-envois?code=",
  },
  {
    name: "Chronopost",
    keys: "chronopost",
    url: "https://www.chronopost.fr/tracking-no-cms/suivi-page?listeNumerosLT=",
  },
  { name: "PostNL", keys: "postnl", url: "https://postnl.nl/tracktrace/?B=" },
  {
    name: "bpost",
    keys: "bpost",
    url: "https://track.bpost.cloud/btr/web/#/search?itemCode=",
  },
  {
    name: "CTT",
    keys: "ctt cttcorreios cttexpresso",
    url: "https://appserver.ctt.pt/CustomerArea/PublicArea_Detail?IsFromPublicArea=true&ObjectCodeInput=",
  },
  {
    name: "Swiss Post",
    keys: "swisspost schweizerischepost dieschweizerischepost",
    url: "https://service.post.ch/ekp-web/ui/entry/search/",
  },
  {
    name: "Österreichische Post",
    keys: "osterreichischepost oesterreichischepost austrianpost",
    url: "https://www.post.at/sv/sendungsdetails?snr=",
  },
  {
    name: "Australia Post",
    keys: "australiapost auspost",
    url: "https://auspost.com.au/mypost/track/#/details/",
  },
  {
    name: "Canada Post",
    keys: "canadapost postescanada",
    url: "https://www.canadapost-postescanada.ca/track-reperage/en#/details/",
  },
];

const byKey: ReadonlyMap<string, Carrier> = new Map(
  carriers.flatMap((carrier) => carrier.keys.split(" ").map((key) => [key, carrier])),
);

/**
 * The tracking page of a known carrier for this number; null for other carriers. Removes the spaces that labels use to
 * group digits.
 */
export function trackingPage(carrier: string | null, trackingNumber: string | null): string | null {
  const known = carrier === null ? undefined : byKey.get(carrierKey(carrier));
  const number = trackingNumber?.replaceAll(/\s/g, "") ?? "";
  return known === undefined || number === "" ? null : known.url + encodeURIComponent(number);
}

/** A carrier's name in lower case, without accents, spaces or punctuation. */
export function carrierKey(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
