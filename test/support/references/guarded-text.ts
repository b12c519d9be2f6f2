const STARTS = new Set('=+-@＝＋－＠')
const SEPARATORS = new Set(';\t\r\n')
const INVISIBLE = /[\p{White_Space}\p{Cf}\p{Cc}]/u

/** A string as a CSV report has it, before it is quoted: with an apostrophe wherever some program would see a formula. */
export function guardedText(text: string): string {
  const characters = [...text]
  const guards = characters.map((character, index) => {
    const isEnd = index === 0 && SEPARATORS.has(character) && character !== ';'
    if (index === 0 && (isEnd || beginsFormula(characters))) return true
    return SEPARATORS.has(characters[index - 1] ?? '') && beginsFormula(characters.slice(index), { skipsQuotes: true })
  })
  return characters.map((character, index) => `${guards[index] ? "'" : ''}${character}`).join('')
}

function beginsFormula(characters: readonly string[], { skipsQuotes = false } = {}): boolean {
  const first = characters.find(
    (each) => SEPARATORS.has(each) || !(INVISIBLE.test(each) || (skipsQuotes && each === '"')),
  )
  return first !== undefined && STARTS.has(first)
}

/** The string that a cell was made of. */
export function unguardedText(cell: string): string {
  const text = cell.replaceAll(/(^|[;\t\r\n])'/g, '$1')
  return guardedText(text) === cell ? text : cell
}
