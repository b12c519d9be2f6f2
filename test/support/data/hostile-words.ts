// Texts as merchants really send them, and longer ones. Nothing here is a person or a company that exists.

/** 55 letters without a space. */
export const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenbänder'

/** A legal name that wraps in every column. */
export const LEGAL_NAME =
  'Rechtsanwaltsgesellschaft Schmidt-Leutheusser, von Hohenzollern-Sigmaringen & Partner mbH & Co. KG'

export const PARAGRAPH =
  'Sanierung der Versorgungsleitungen im Hinterhaus: Demontage der alten Steigleitungen, Wanddurchbrüche in drei ' +
  'Geschossen, Verlegung neuer Rohre einschließlich Druckprüfung, Dämmung nach Gebäudeenergiegesetz, Wiederherstellung ' +
  'der Oberflächen, Entsorgung des Bauschutts und Abnahme durch die Hausverwaltung. Die Arbeiten wurden in zwei ' +
  'Abschnitten ausgeführt.\nBitte bei Zahlung die Rechnungsnummer angeben.'

/** Names of 30 things, the worst first: a page that shows five of them shows these. */
export const ITEM_NAMES = [
  LONG_WORD,
  'Monthly retainer for legal advice on cross-border mergers, including two meetings and unlimited telephone calls',
  '業務委託費（二〇二六年十一月分、交通費および出張手当を含みます）',
  'خدمات استشارية قانونية وتدقيق الحسابات السنوية للشركة',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragung',
  'A',
  '企业级云计算平台年度技术支持与维护服务（含现场驻场工程师）',
  'Обслуживание электрооборудования и высоковольтных трансформаторных подстанций',
  'Prestation d’accompagnement à la réorganisation des ressources humaines',
  'Grundstücksverkehrsgenehmigungszuständigkeitsübertragung',
  'Kaffee',
  '년간 유지보수 계약 및 현장 기술 지원 서비스',
  'SERVER-RACK-42U/EU/REDUNDANT-PSU/REV-2026.11/BLACK/NO-RAILS',
  '繁體中文商品名稱：高效能工業用空氣清淨機濾網替換組合包',
  'https://shop.example/products/very-long-product-address-without-any-space?variant=40123456789',
] as const

/** The merchant's own words for parts of an invoice; 25 characters is the longest. */
export const LONG_LABELS = [
  { key: 'billTo', value: 'Rechnungsempfängeradresse' },
  { key: 'description', value: 'Leistungsbeschreibung' },
  { key: 'discount', value: 'Mengenrabattvereinbarung' },
  { key: 'shipping', value: 'Versandkostenpauschale' },
  { key: 'tax', value: 'Umsatzsteuer' },
] as const

export const LONG_CUSTOMER = {
  name: 'Dr. Maximiliane-Alexandra von Württemberg-Hohenlohe-Langenburg',
  email: 'maximiliane-alexandra.von-wuerttemberg-hohenlohe@buchhaltung.langenburg.example',
  merchantCustomerId: 'KUNDE-2026-0000000000000000000000000000-4711',
  company: { name: 'Grundstücksverwaltungsgesellschaft Hohenlohe mbH & Co. KG' },
} as const

/** Customers whose names are written from right to left, or without spaces. */
export const ARABIC_CUSTOMER = {
  ...LONG_CUSTOMER,
  name: 'عبد الرحمن بن محمد بن عبد العزيز آل إبراهيم الأنصاري',
  company: { name: 'شركة الخليج العربي للتجارة والمقاولات العامة المحدودة' },
} as const
export const JAPANESE_CUSTOMER = {
  ...LONG_CUSTOMER,
  name: '勅使河原　龍之介左衛門（経理部　海外取引担当）',
  company: { name: '株式会社東京国際貿易総合研究所ホールディングス西日本事業本部' },
} as const

export const LONG_CONTACT = {
  name: 'Ann-Kathrin Schmidt-Leutheusser',
  email: 'rechnungswesen.mandantenbuchhaltung@rechtsanwaltsgesellschaft-schmidt-leutheusser.example',
  phone: '+49 (0) 30 1234567-890123',
  address: {
    address1: 'Karl-Theodor-zu-Guttenberg-Gedächtnis-Straße 117a–119c, Hinterhaus, 4. Obergeschoss',
    address2: 'c/o Grundstücksverwaltungsgesellschaft Prenzlauer Berg',
    locality: 'Hellenhahn-Schellenberg über Rennerod',
    administrativeArea: 'Mecklenburg-Vorpommern',
    postalCode: '56479',
    country: 'DE',
  },
} as const
