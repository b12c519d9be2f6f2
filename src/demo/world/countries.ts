/** Made-up people and addresses of a country; the cities are real. */
export type Country = {
  readonly code: string
  /** The three-letter country code, which banks use. */
  readonly longCode: string
  readonly dialing: string
  readonly language: string
  readonly firstNames: readonly Name[]
  readonly lastNames: readonly Name[]
  readonly streets: readonly string[]
  readonly cities: readonly City[]
}

/** A name in its own spelling, and in ASCII for email addresses. */
export type Name = { readonly written: string; readonly latin: string }

export type City = { readonly name: string; readonly state: string; readonly zip: string }

/** `Anna Zoë/zoe`: a name that is not ASCII is followed by a slash and its ASCII spelling. */
function names(text: string): readonly Name[] {
  return text.split(' ').map((part) => {
    const [written = '', latin = written] = part.split('/')
    return { written, latin: latin.toLowerCase() }
  })
}

/** `city, state, postal code`. */
function cities(...texts: readonly string[]): readonly City[] {
  return texts.map((text) => {
    const [name = '', state = '', zip = ''] = text.split(', ')
    return { name, state, zip }
  })
}

export const COUNTRIES = {
  US: {
    code: 'US',
    longCode: 'USA',
    dialing: '+1',
    language: 'en-US',
    firstNames: names('Emma Liam Olivia Noah Ava James Mia Lucas Zoe Ethan Grace Owen Ruby Caleb José/jose'),
    lastNames: names('Carter Nguyen Brooks Rivera Foster Bennett Hayes Patel Ortiz Warren Quinn Walsh Sato Doyle'),
    streets: ['Maple Street', 'Oak Avenue', 'Cedar Lane', 'Lakeview Drive', 'Sunset Boulevard'],
    cities: cities(
      'Austin, TX, 78701',
      'Portland, OR, 97204',
      'Columbus, OH, 43215',
      'Denver, CO, 80202',
      'Albany, NY, 12207',
      'Tucson, AZ, 85701',
    ),
  },
  DE: {
    code: 'DE',
    longCode: 'DEU',
    dialing: '+49',
    language: 'de-DE',
    firstNames: names(
      'Anna Ben Clara David Emilia Finn Greta Jörg/joerg Käthe/kaethe Lena Maximilian Özlem/oezlem Paul Sören/soeren',
    ),
    lastNames: names(
      'Albrecht Bäcker/baecker Dietrich Engel Großmann/grossmann Hübner/huebner Jäger/jaeger Köhler/koehler Lindner Möller/moeller Vogt Weiß/weiss',
    ),
    streets: ['Lindenstraße', 'Am Mühlbach', 'Bahnhofstraße', 'Gartenweg', 'Schöne Aussicht'],
    cities: cities(
      'Berlin, BE, 10115',
      'München, BY, 80331',
      'Köln, NW, 50667',
      'Hamburg, HH, 20095',
      'Nürnberg, BY, 90402',
      'Lübeck, SH, 23552',
    ),
  },
  GB: {
    code: 'GB',
    longCode: 'GBR',
    dialing: '+44',
    language: 'en-GB',
    firstNames: names('Amelia Arthur Beth Callum Elsie Freya George Harriet Imran Niamh Oscar Rhys'),
    lastNames: names(
      'Ashworth Barlow Crawford Dawson Ellis Fairbairn Hughes Khan MacLeod O’Neill/oneill Pritchard Thorne',
    ),
    streets: ['High Street', 'Church Road', 'Mill Lane', 'Station Road', 'The Green'],
    cities: cities(
      'London, , EC1A 1BB',
      'Leeds, , LS1 4AP',
      'Cardiff, , CF10 1EP',
      'Edinburgh, , EH1 1YZ',
      'Belfast, , BT1 5GS',
    ),
  },
  JP: {
    code: 'JP',
    longCode: 'JPN',
    dialing: '+81',
    language: 'ja-JP',
    firstNames: names(
      '陽菜/hina 蓮/ren 結衣/yui 大翔/hiroto 美咲/misaki 健太/kenta さくら/sakura 翔太/shota 葵/aoi 拓海/takumi',
    ),
    lastNames: names(
      '佐藤/sato 鈴木/suzuki 高橋/takahashi 田中/tanaka 渡辺/watanabe 伊藤/ito 山本/yamamoto 中村/nakamura 小林/kobayashi 加藤/kato',
    ),
    streets: ['中央通り', '桜ヶ丘', '本町', '緑町', '神社前'],
    cities: cities(
      '札幌市, 北海道, 060-0001',
      '横浜市, 神奈川県, 220-0011',
      '大阪市, 大阪府, 530-0001',
      '福岡市, 福岡県, 810-0001',
      '京都市, 京都府, 600-8216',
    ),
  },
  KW: {
    code: 'KW',
    longCode: 'KWT',
    dialing: '+965',
    language: 'ar-KW',
    firstNames: names('أحمد/ahmad فاطمة/fatima خالد/khaled مريم/maryam يوسف/yousef نورة/noura علي/ali سارة/sara'),
    lastNames: names(
      'العلي/alali الصباغ/alsabbagh الراشد/alrashed الخالدي/alkhaldi المطيري/almutairi العنزي/alanzi الحداد/alhaddad',
    ),
    streets: ['شارع الخليج', 'شارع سالم', 'شارع الورود', 'شارع البحر'],
    cities: cities('مدينة الكويت, العاصمة, 13001', 'السالمية, حولي, 22001', 'الجهراء, الجهراء, 01001'),
  },
  FR: {
    code: 'FR',
    longCode: 'FRA',
    dialing: '+33',
    language: 'fr-FR',
    firstNames: names(
      'Amélie/amelie Bastien Chloé/chloe Élodie/elodie François/francois Inès/ines Jérôme/jerome Léa/lea Mathis Noémie/noemie Théo/theo Yanis',
    ),
    lastNames: names(
      'Aubert Béranger/beranger Chevalier Delacourt Fabre Gauthier Lefèvre/lefevre Marchand Noël/noel Perrault Roussel Vidal',
    ),
    streets: ['rue de l’Église', 'avenue des Tilleuls', 'chemin du Moulin', 'place de la Fontaine'],
    cities: cities(
      'Lyon, , 69001',
      'Nantes, , 44000',
      'Besançon, , 25000',
      'Saint-Étienne, , 42000',
      'Bordeaux, , 33000',
    ),
  },
  BR: {
    code: 'BR',
    longCode: 'BRA',
    dialing: '+55',
    language: 'pt-BR',
    firstNames: names(
      'Ana Bruno Conceição/conceicao Davi Fabrício/fabricio Helena João/joao Luíza/luiza Otávio/otavio Thaís/thais',
    ),
    lastNames: names(
      'Almeida Araújo/araujo Barbosa Conceição/conceicao Guimarães/guimaraes Magalhães/magalhaes Nogueira Peçanha/pecanha Teixeira',
    ),
    streets: ['Rua das Acácias', 'Avenida São João', 'Travessa do Porto', 'Alameda dos Ipês'],
    cities: cities(
      'São Paulo, SP, 01001-000',
      'Belém, PA, 66010-000',
      'Florianópolis, SC, 88010-000',
      'Recife, PE, 50010-000',
    ),
  },
  AU: {
    code: 'AU',
    longCode: 'AUS',
    dialing: '+61',
    language: 'en-AU',
    firstNames: names('Archie Bronte Cooper Darcy Ella Hamish Isla Jack Matilda Tilly'),
    lastNames: names('Anderson Callaghan Dunn Fitzgerald Giles Harrington Kelly Mitchell Nolan Tran'),
    streets: ['Wattle Street', 'Banksia Road', 'Harbour Parade', 'Gum Tree Lane'],
    cities: cities('Sydney, NSW, 2000', 'Hobart, TAS, 7000', 'Perth, WA, 6000', 'Cairns, QLD, 4870'),
  },
  GR: {
    code: 'GR',
    longCode: 'GRC',
    dialing: '+30',
    language: 'el-GR',
    firstNames: names(
      'Γιώργος/giorgos Μαρία/maria Νίκος/nikos Ελένη/eleni Δημήτρης/dimitris Σοφία/sofia Κώστας/kostas Άννα/anna',
    ),
    lastNames: names(
      'Παπαδόπουλος/papadopoulos Αλεξίου/alexiou Βασιλείου/vasileiou Νικολάου/nikolaou Οικονόμου/oikonomou Ράπτης/raptis',
    ),
    streets: ['Οδός Ερμού', 'Λεωφόρος Αθηνών', 'Οδός Ελιάς', 'Πλατεία Αγοράς'],
    cities: cities(
      'Αθήνα, Αττική, 105 57',
      'Θεσσαλονίκη, Μακεδονία, 546 24',
      'Πάτρα, Αχαΐα, 262 21',
      'Χανιά, Κρήτη, 731 00',
    ),
  },
  CH: {
    code: 'CH',
    longCode: 'CHE',
    dialing: '+41',
    language: 'de-CH',
    firstNames: names('Aline Beat Chiara Flurin Luca Mirjam Reto Urs/urs Zoé/zoe'),
    lastNames: names('Ammann Bernasconi Caduff Frei Keller Rochat Zürcher/zuercher'),
    streets: ['Seestrasse', 'Dorfplatz', 'Via Nuova', 'Rue du Lac'],
    cities: cities('Zürich, ZH, 8001', 'Genève, GE, 1204', 'Lugano, TI, 6900', 'Chur, GR, 7000'),
  },
} as const satisfies Readonly<Record<string, Country>>
