/** A card scheme in the three spellings that senders use; few have a two-letter code. */
export type CardScheme = {
  readonly number: string
  readonly letters: string | undefined
  readonly name: string
}

export const CARD_SCHEMES: readonly CardScheme[] = [
  { number: '001', letters: 'VI', name: 'Visa' },
  { number: '002', letters: 'MC', name: 'Mastercard' },
  { number: '003', letters: 'AX', name: 'American Express' },
  { number: '004', letters: 'DI', name: 'Discover' },
  { number: '005', letters: 'DC', name: 'Diners Club' },
  { number: '006', letters: undefined, name: 'Carte Blanche' },
  { number: '007', letters: 'JC', name: 'JCB' },
  { number: '014', letters: undefined, name: 'EnRoute' },
  { number: '021', letters: undefined, name: 'JAL' },
  { number: '024', letters: undefined, name: 'Maestro (UK Domestic)' },
  { number: '031', letters: undefined, name: 'Delta' },
  { number: '033', letters: undefined, name: 'Visa Electron' },
  { number: '034', letters: undefined, name: 'Dankort' },
  { number: '036', letters: undefined, name: 'Cartes Bancaires' },
  { number: '037', letters: undefined, name: 'Carta Si' },
  { number: '038', letters: 'DP', name: 'Pinless Debit' },
  { number: '039', letters: undefined, name: 'Encoded account number' },
  { number: '040', letters: undefined, name: 'UATP' },
  { number: '042', letters: undefined, name: 'Maestro (International)' },
  { number: '050', letters: undefined, name: 'Hipercard' },
  { number: '051', letters: undefined, name: 'Aura' },
  { number: '053', letters: undefined, name: 'Orico' },
  { number: '054', letters: undefined, name: 'Elo' },
  { number: '060', letters: undefined, name: 'mada' },
  { number: '061', letters: undefined, name: 'RuPay' },
  { number: '062', letters: undefined, name: 'China UnionPay' },
  { number: '067', letters: undefined, name: 'Meeza' },
]

const BY_WRITING: ReadonlyMap<string, CardScheme> = new Map(
  CARD_SCHEMES.flatMap((scheme) => writingsOf(scheme).map((writing) => [writing.toLowerCase(), scheme] as const)),
)

/** Finds a scheme by any of its spellings, in any letter case. */
export function findCardScheme(writing: string): CardScheme | undefined {
  return BY_WRITING.get(writing.toLowerCase())
}

export function writingsOf({ number, letters, name }: CardScheme): readonly string[] {
  return letters === undefined ? [number, name] : [number, letters, name]
}
