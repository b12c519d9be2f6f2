// pure

/** The first words of a text that is longer than this, with an ellipsis; a text without spaces is cut anywhere. */
export function beginningOf(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text
  const start = text.slice(0, lengthMax)
  const words = start.includes(' ') ? start.slice(0, start.lastIndexOf(' ')) : start
  return `${words.replace(/[\ud800-\udbff]$/, '').replace(/[\s,;:·–-]+$/, '')}…`
}
