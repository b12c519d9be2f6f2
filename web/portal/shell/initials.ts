// pure

/** One or two letters for a person: of the first and the last word of the name, or the first of an address. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  // One character of Chinese or Japanese names says more than a mix with letters.
  return [first, last]
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
