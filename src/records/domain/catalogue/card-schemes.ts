/** A card scheme in the three writings that senders use. */
export type CardScheme = {
  readonly number: string
  /** Two of them, where the scheme has any. */
  readonly letters: string | undefined
  readonly name: string
}

const WRITINGS: readonly (readonly [number: string, letters: string | undefined, name: string])[] =
  [
    ['001', 'VI', 'Visa'],
    ['002', 'MC', 'Mastercard'],
    ['003', 'AX', 'American Express'],
    ['004', 'DI', 'Discover'],
    ['005', 'DC', 'Diners Club'],
    ['006', undefined, 'Carte Blanche'],
    ['007', 'JC', 'JCB'],
    ['014', undefined, 'EnRoute'],
    ['021', undefined, 'JAL'],
    ['024', undefined, 'Maestro (UK Domestic)'],
    ['031', undefined, 'Delta'],
    ['033', undefined, 'Visa Electron'],
    ['034', undefined, 'Dankort'],
    ['036', undefined, 'Cartes Bancaires'],
    ['037', undefined, 'Carta Si'],
    ['038', 'DP', 'Pinless Debit'],
    ['039', undefined, 'Encoded account number'],
    ['040', undefined, 'UATP'],
    ['042', undefined, 'Maestro (International)'],
    ['050', undefined, 'Hipercard'],
    ['051', undefined, 'Aura'],
    ['053', undefined, 'Orico'],
    ['054', undefined, 'Elo'],
    ['060', undefined, 'mada'],
    ['061', undefined, 'RuPay'],
    ['062', undefined, 'China UnionPay'],
    ['067', undefined, 'Meeza'],
  ]

export const CARD_SCHEMES: readonly CardScheme[] = WRITINGS.map(([number, letters, name]) => ({
  number,
  letters,
  name,
}))

const SCHEMES_BY_WRITING: ReadonlyMap<string, CardScheme> = new Map(
  CARD_SCHEMES.flatMap((scheme) =>
    writingsOf(scheme).map((writing) => [writing.toLowerCase(), scheme] as const),
  ),
)

/** By number, letters or name, in any letter case. */
export function findCardScheme(writing: string): CardScheme | undefined {
  return SCHEMES_BY_WRITING.get(writing.toLowerCase())
}

export function writingsOf({ number, letters, name }: CardScheme): readonly string[] {
  return letters === undefined ? [number, name] : [number, letters, name]
}
